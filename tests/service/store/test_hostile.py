"""Hostile requests to a service on PostgreSQL, which takes fewer texts and numbers than SQLite."""

from __future__ import annotations

from pathlib import Path

from service.conftest import made, serving, started
from service.fuzzing import fuzz
from service.postgres import Server

ODD = ("/v1/sessions/%00", "/v1/tasks/%00", "/v1/tasks/%ed%a0%80", "/v1/sessions/x/query?formula=%00")


def test_no_request_makes_the_service_fail(tmp_path: Path, postgres: Server) -> None:
    with serving(tmp_path, "--limit", "1", "--database", postgres.new_database()) as (_, client):
        session = started(client, made(client))["id"]
        for node in (2**31 - 1, 2**31, 2**63 - 1):
            assert client.post(f"/v1/sessions/{session}/goto", {"node": node}).status == 404
        assert started(client, made(client), seed=2**63 - 1)["node"] == 0
        for path in ODD:
            assert client.get(path).status == 404, path
        seen = fuzz(client, examples=1, number=1)
        assert {200, 201, 400, 404} <= seen.keys()


def test_a_task_with_odd_characters_is_kept(tmp_path: Path, postgres: Server) -> None:
    with serving(tmp_path, "--database", postgres.new_database()) as (_, client):
        domain = "; \u00e9 \U0001f41e \ufffe \x01 \x7f\n(define (domain lamp) (:predicates (lit)))"
        task = {"domain": domain, "problem": "(define (problem dark) (:domain lamp) (:init) (:goal (lit)))"}
        answer = client.post("/v1/tasks", task)
        assert answer.status == 201, answer.text
        assert client.get(f"/v1/tasks/{answer.json()['id']}").json()["domain"] == domain
        assert client.post("/v1/tasks", {**task, "domain": "; \0" + domain}).status == 400
