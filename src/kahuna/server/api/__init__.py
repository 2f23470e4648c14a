"""The door: JSON over HTTP, a WebSocket for what happens, problem details for what cannot be."""
