"""How what is known of a game becomes JSON, wherever it goes."""

from typing import Any

import msgspec

from kahuna.history import History

# What msgspec does not know itself, and what it takes instead.
ENCODERS = {History: lambda history: msgspec.Raw(history.json())}


def _known(value: Any) -> Any:
    return ENCODERS[type(value)](value)


encode = msgspec.json.Encoder(enc_hook=_known).encode
