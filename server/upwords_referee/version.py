"""The version of the referee."""

__version__ = "0.1.0"
