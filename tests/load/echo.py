"""A server that does nothing: the same libraries and loop as the service, and the same answers each time.

What it takes is what machine and libraries take; the rest is relgym's.
"""

from __future__ import annotations

import uvicorn
from fastapi import FastAPI, Request, Response
from starlette.websockets import WebSocket, WebSocketDisconnect

VIEW = (
    b'{"id":"0f8c1d5d8e2c7f5f0f8c1d5d8e2c7f5f","node":1,"parent":0,"steps":1,"action":"(stack b1 b2)","reward":0.0,'
    b'"state":{"atoms":["(clear b3)","(clear b5)","(handempty)","(on b2 b1)","(on b3 b2)","(on b5 b4)",'
    b'"(ontable b1)","(ontable b4)"],"fluents":{}},"actions":["(unstack b3 b2)","(unstack b5 b4)"],"goal":false,'
    b'"terminated":false,"truncated":false}'
)
"""A node of Blocks-5."""

APP = FastAPI(openapi_url=None)


@APP.post("/v1/sessions/{session}/step")
async def step(session: str, request: Request) -> Response:
    await request.json()
    return Response(VIEW, media_type="application/json")


@APP.websocket("/v1/tasks/{task}/ws")
async def play(task: str, socket: WebSocket) -> None:
    await socket.accept()
    frame = '{"type":"observation","data":{"observation":' + VIEW.decode() + ',"reward":0.0,"done":false}}'
    try:
        while True:
            await socket.receive_json()
            await socket.send_text(frame)
    except WebSocketDisconnect:
        return


class _Server(uvicorn.Server):
    async def startup(self, sockets: object = None) -> None:
        await super().startup(None)
        print(f"listening on http://127.0.0.1:{self.servers[0].sockets[0].getsockname()[1]}", flush=True)


if __name__ == "__main__":
    _Server(uvicorn.Config(APP, port=0, loop="uvloop", log_level="error", ws_per_message_deflate=False)).run()
