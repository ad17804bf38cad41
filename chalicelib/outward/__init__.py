"""The one way out by HTTP: whatever address somebody gave us, nothing of ours can be reached."""

from chalicelib.outward.web import Reply, Request, Unreached, Web

__all__ = ["Reply", "Request", "Unreached", "Web"]
