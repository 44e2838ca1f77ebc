"""Errors that the API answers with: Discord's statuses, codes and messages."""

from __future__ import annotations

from sandbox.json_codec import Json

KNOWN: dict[int, tuple[int, str]] = {
    10002: (404, "Unknown Application"),
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10009: (404, "Unknown Permission Overwrite"),
    10011: (404, "Unknown Role"),
    10013: (404, "Unknown User"),
    10014: (404, "Unknown Emoji"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    10063: (404, "Unknown application command"),
    10066: (404, "Unknown application command permissions"),
    20012: (403, "You are not authorized to perform this action on this application"),
    20016: (429, "This action cannot be performed due to slowmode rate limit"),
    30003: (400, "Maximum number of pins reached for the channel"),
    30008: (400, "Maximum number of emojis reached"),
    30015: (400, "Maximum number of attachments in a message reached"),
    30032: (400, "Maximum number of application commands reached"),
    30034: (400, "Max number of daily application command creates has been reached"),
    40003: (400, "You are opening direct messages too fast"),
    40005: (413, "Request entity too large"),
    40060: (400, "Interaction has already been acknowledged."),
    50001: (403, "Missing Access"),
    50003: (403, "Cannot execute action on a DM channel"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50008: (400, "Cannot send messages in a non-text channel"),
    50013: (403, "Missing Permissions"),
    50021: (403, "Cannot execute action on a system message"),
    50024: (400, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    50033: (400, "Invalid Recipient(s)"),
    50034: (400, "You can only bulk delete messages that are under 14 days old."),
    50035: (400, "Invalid Form Body"),
    50041: (400, "Invalid API version provided"),
    50045: (400, "File uploaded exceeds the maximum size"),
    50083: (400, "Thread is archived"),
    50109: (400, "The request body contains invalid JSON."),
    160002: (400, "Cannot reply without permission to read message history"),
    160004: (400, "A thread has already been created for this message"),
    160005: (400, "This thread is locked"),
}
"""Status and message by code. The sandbox answers with these codes and with 0, no others."""


class ApiError(Exception):
    """An error that the API sends as its answer, in Discord's format."""

    def __init__(self, status: int, code: int, message: str, errors: Json | None = None) -> None:
        super().__init__(f"{status} {code} {message}")
        self.status = status
        self.headers: dict[str, str] = {}
        self.body: Json = {"message": message, "code": code}
        if errors is not None:
            self.body["errors"] = errors

    @classmethod
    def from_code(cls, code: int, errors: Json | None = None) -> ApiError:
        """Return the error with one of the codes in `KNOWN`."""
        status, message = KNOWN[code]
        return cls(status, code, message, errors)

    @classmethod
    def rate_limited(cls, body: Json, headers: dict[str, str]) -> ApiError:
        """Return a 429 error, whose body says when to retry."""
        made = cls(429, 0, body["message"])
        made.body, made.headers = body, headers
        return made

    @classmethod
    def without_code(cls, status: int, words: str) -> ApiError:
        """Return an error without a code of its own, such as `404: Not Found`."""
        return cls(status, 0, f"{status}: {words}")


class SandboxError(Exception):
    """The base of errors that the sandbox raises in a test or in the page, not in the bot."""


class NotLoopback(SandboxError):
    """The caller wanted the sandbox to listen on an address outside this machine."""


class UnreadableWorld(SandboxError):
    """The sandbox's file is damaged, or was not written by a sandbox."""


class NoEndpoint(SandboxError):
    """Interactions cannot be posted to this URL.

    Either the URL is not on this machine, or its endpoint does not check signatures.
    """


class NotPossible(SandboxError):
    """A real client would not allow this action: its target is missing, forbidden or not valid."""


class DidNotRespond(SandboxError):
    """The bot did not answer within Discord's limit: "The application did not respond"."""
