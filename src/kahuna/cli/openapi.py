"""`kahuna openapi`: the API's document, to make clients from."""


def openapi() -> None:
    """Print the OpenAPI document of the site, such as to make TypeScript types from."""
    from kahuna.server.api.app import create_app
    from kahuna.server.api.document import as_json
    from kahuna.server.settings import Settings
    from kahuna.server.site import Site

    app = create_app(Site(Settings()))
    print(as_json(app.openapi_schema.to_schema()).decode(), end="")
