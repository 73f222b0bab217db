"""Files are written as a whole: after an error the old content stands, and nothing beside it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from relgym.errors import RelgymError
from relgym.write.files import new_file, whole_file


def test_an_error_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")
    with pytest.raises(ZeroDivisionError), whole_file(path) as part:
        part.write_text("new")
        1 / 0  # noqa: B018
    assert (path.read_text(), os.listdir(tmp_path)) == ("old", ["a.txt"])
    with whole_file(path) as part:
        part.write_text("new")
        assert path.read_text() == "old"
    assert (path.read_text(), os.listdir(tmp_path)) == ("new", ["a.txt"])


@pytest.mark.skipif(os.name != "posix", reason="permissions and links are those of POSIX")
def test_permissions_and_links_stay(tmp_path: Path) -> None:
    path, link = tmp_path / "a.txt", tmp_path / "link.txt"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    with whole_file(link) as part:
        part.write_text("new")
    assert (path.read_text(), path.stat().st_mode & 0o777, link.is_symlink()) == ("new", 0o640, True)


def test_files_that_cannot_be_written(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing" / "a.txt"):
        with pytest.raises(RelgymError, match="cannot write the file") as caught, new_file(path) as part:
            part.write_text("new")
        assert str(path) in str(caught.value)
    with new_file("/dev/null") as part:
        part.write_text("new")
    assert not os.listdir(tmp_path)


def test_a_folder_is_refused_before_anything_is_done(tmp_path: Path) -> None:
    with pytest.raises(RelgymError, match=r"cannot write the file '.*': is a directory"), new_file(tmp_path):
        pytest.fail("the work has begun")
