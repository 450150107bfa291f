"""The service: messages in, messages out, errors of our own; nothing here but `grpc` knows a transport."""
