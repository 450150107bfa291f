"""Measurements of the service, side by side in one run; `docs/benchmarks.md` says how to read them."""
