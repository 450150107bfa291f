"""What stands in the way of a comparison."""


class PeersMissingError(Exception):
    """The peers cannot be run here; the message says what is missing."""
