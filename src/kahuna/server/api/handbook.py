"""The OpenAPI document as a page to read: no scripts, nothing from elsewhere."""

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from kahuna.server.api.pages import page

Schema = Mapping[str, Any]


def handbook(document: Schema) -> str:
    """Return the page."""
    parts = [
        "<header><h1>The API of Kahuna</h1>",
        *(f"<p>{_inline(paragraph)}</p>" for paragraph in _paragraphs(document["info"])),
        '<p><a href="/api/schema/openapi.json">The OpenAPI document</a></p></header>',
    ]
    for tag in document["tags"]:
        parts.append(f"<section><h2>{escape(tag['name'].capitalize())}</h2>")
        parts.append(f"<p>{_inline(tag.get('description', ''))}</p>")
        parts += _operations(document["paths"], tag["name"])
        parts.append("</section>")
    parts.append("<section><h2>Types</h2>")
    parts += [_type(name, schema) for name, schema in document["components"]["schemas"].items()]
    parts.append("</section>")
    return page("The API of Kahuna", "\n".join(parts))


def _paragraphs(info: Schema) -> list[str]:
    return [part for part in info.get("description", "").split("\n\n") if part.strip()]


def _operations(paths: Schema, tag: str) -> Iterable[str]:
    for path, operations in paths.items():
        for method, operation in operations.items():
            if tag in operation.get("tags", ()):
                yield _operation(method, path, operation)


def _operation(method: str, path: str, operation: Schema) -> str:
    takes = [_named(content) for content in operation.get("requestBody", {}).values()]
    takes += [
        f"<code>{escape(parameter['name'])}</code> ({escape(parameter['in'])})"
        for parameter in operation.get("parameters", ())
    ]
    gives = [
        f"{escape(status)} {_named(answer.get('content'))}"
        for status, answer in operation["responses"].items()
        if status < "400"
    ]
    refused = " ".join(status for status in operation["responses"] if status >= "400")
    return (
        f"<article><h3><span class='method'>{escape(method.upper())}</span> "
        f"<code>{escape(path)}</code></h3>"
        f"<p><strong>{escape(_sentence(operation.get('summary', '')))}</strong> "
        f"{_inline(operation.get('description', ''))}</p><dl>"
        f"<dt>takes</dt><dd>{', '.join(filter(None, takes)) or 'nothing'}</dd>"
        f"<dt>gives</dt><dd>{', '.join(gives)}</dd>"
        f"<dt>may refuse with</dt><dd>{escape(refused)}</dd></dl></article>"
    )


def _sentence(summary: str) -> str:
    return summary if summary.endswith(("?", ".")) else f"{summary}."


def _named(content: Any) -> str:
    """Return the type of a body."""
    if not isinstance(content, Mapping):
        return ""
    return ", ".join(
        f"{_schema(body['schema'])}{'' if 'json' in kind else f' ({escape(kind)})'}"
        for kind, body in content.items()
        if isinstance(body, Mapping) and "schema" in body
    )


def _type(name: str, schema: Schema) -> str:
    fields = "".join(
        f"<dt>{escape(field)}{'' if field in schema.get('required', ()) else ' ?'}</dt>"
        f"<dd>{_schema(kind)}</dd>"
        for field, kind in schema.get("properties", {}).items()
    )
    body = f"<dl>{fields}</dl>" if fields else f"<p>{_schema(schema)}</p>"
    about = _inline(schema.get("description", ""))
    return (
        f'<article><h3 id="{escape(name)}"><code>{escape(name)}</code></h3><p>{about}</p>'
        f"{body}</article>"
    )


def _schema(schema: Schema) -> str:
    """Return a schema in a few words."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f'<a href="#{name}">{name}</a>'
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return " or ".join(_schema(kind) for kind in schema[several])
    if "enum" in schema:
        return " or ".join(f"<code>{escape(str(value))}</code>" for value in schema["enum"])
    if "const" in schema:
        return f"<code>{escape(str(schema['const']))}</code>"
    if "prefixItems" in schema:
        return f"({', '.join(_schema(kind) for kind in schema['prefixItems'])})"
    if "items" in schema:
        return f"list of {_schema(schema['items'])}"
    kinds = schema.get("type", "anything")
    return escape(kinds if isinstance(kinds, str) else " or ".join(kinds))


def _inline(text: str) -> str:
    """Return text with what stands in backquotes as code."""
    parts = escape(text).split("`")
    return "".join(f"<code>{part}</code>" if i % 2 else part for i, part in enumerate(parts))
