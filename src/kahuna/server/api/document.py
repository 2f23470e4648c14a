"""The API's own description: an OpenAPI document for programs, a page of it for people.

Litestar derives the document from the routes and their types. What it cannot see is added
here: how requests are refused, who may ask, and what goes over the WebSocket.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
from litestar import Request
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin, OpenAPIRenderPlugin
from litestar.openapi.spec import Components, License, SecurityScheme, Tag

from kahuna.server.api.auth import COOKIE
from kahuna.server.api.handbook import handbook
from kahuna.server.api.messages import Incoming, Outgoing
from kahuna.server.api.problems import PROBLEM, Problem
from kahuna.server.bots.events import Event

REFUSALS = {
    "400": "The request is not one: `code` is `bad-request`",
    "401": "You are nobody yet, or your token is not known",
    "403": "It is not yours to do",
    "404": "There is no such thing, or not for you",
    "408": "The request did not come in time",
    "409": "It does not fit what has happened since",
    "413": "The request is too large",
    "422": "It makes no sense, or the rules do not allow it",
    "429": "Too often; the header `Retry-After` says when to try again",
    "503": "The server restarts, or has lost its database; `Retry-After` says when to try again",
}
ABOUT = """A table for two, over HTTP.

A browser is known by its cookie (`POST /api/guests` sets it), a program by its token in the
header `Authorization: Bearer …`. What is refused is a problem (RFC 9457): `code` is for
programs and stays the same, `detail` is for people. Times are milliseconds since 1970, UTC.

Live play is a WebSocket at `/api/live`: JSON objects told apart by their `type`. What you may
send is the schema `Incoming`, what you get is `Outgoing`. A line of a bot's stream of events is
the schema `BotEvent`. When the server is about to stop, it
says `bye` and closes with code 1012: connect again and watch again.
"""


def configuration() -> OpenAPIConfig:
    """Return what Litestar needs to know."""
    return OpenAPIConfig(
        title="Kahuna",
        version="1",
        path="/api/schema",
        description=ABOUT,
        license=License(name="MIT", identifier="MIT"),
        tags=[
            Tag("games", "Games: make one, sit down, draft and commit turns"),
            Tag("people", "Who is who"),
            Tag("host", "For whoever runs the site"),
        ],
        components=Components(
            security_schemes={
                "cookie": SecurityScheme(type="apiKey", name=COOKIE, security_scheme_in="cookie"),
                "token": SecurityScheme(type="http", scheme="bearer"),
            }
        ),
        security=[{"cookie": []}, {"token": []}, {}],
        use_handler_docstrings=True,
        render_plugins=[Page(path="/"), Json()],
    )


class Json(JsonRenderPlugin):
    """The document, made once."""

    made: bytes | None = None

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """Return it as JSON."""
        del request
        self.made = self.made or as_json(openapi_schema)
        return self.made


class Page(OpenAPIRenderPlugin):
    """The document as a page without scripts, made once."""

    made: bytes | None = None

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """Return it as HTML."""
        del request
        self.made = self.made or handbook(complete(openapi_schema)).encode()
        return self.made


def as_json(document: Mapping[str, Any]) -> bytes:
    """Return the whole document as JSON, always the same for the same routes."""
    return msgspec.json.format(msgspec.json.encode(complete(document)), indent=2) + b"\n"


def complete(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return Litestar's document with all that it cannot see."""
    whole: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(document))
    whole["paths"] = dict(sorted(whole["paths"].items()))
    for path, operations in whole["paths"].items():
        for operation in operations.values():
            if path.startswith("/api/"):
                operation["responses"] |= _refusals(operation)
            operation["responses"].get("204", {}).pop("content", None)  # it has none
    stream = whole["paths"]["/api/bot/events"]["get"]["responses"]["200"]["content"]
    for content in stream.values():
        content["schema"] = {"$ref": "#/components/schemas/BotEvent"}  # of each line
    whole["tags"] += [{"name": name} for name in _further_tags(whole)]
    components = whole["components"]
    # msgspec's own schemas are exact; Litestar's know nothing of tags.
    components["schemas"] = dict(sorted((components["schemas"] | _messages()).items()))
    return whole


def _refusals(operation: dict[str, Any]) -> dict[str, Any]:
    """Return how this operation can be refused."""
    content = {PROBLEM: {"schema": {"$ref": f"#/components/schemas/{Problem.__name__}"}}}
    without = () if "requestBody" in operation else ("408", "413")
    return {
        status: {"description": description, "content": content}
        for status, description in REFUSALS.items()
        if status not in without
    }


def _further_tags(document: dict[str, Any]) -> list[str]:
    """Return the tags that routes have and that are not introduced."""
    known = {tag["name"] for tag in document["tags"]}
    used = {
        tag
        for operations in document["paths"].values()
        for operation in operations.values()
        for tag in operation.get("tags", ())
    }
    return sorted(used - known)


def _messages() -> dict[str, Any]:
    """Return the schemas of the WebSocket's messages, of bots' events, and of problems."""
    (incoming, outgoing, event, _), schemas = msgspec.json.schema_components(
        (Incoming, Outgoing, Event, Problem), ref_template="#/components/schemas/{name}"
    )
    return schemas | {"Incoming": incoming, "Outgoing": outgoing, "BotEvent": event}
