"""The gRPC transport: a thin front over the handlers."""
