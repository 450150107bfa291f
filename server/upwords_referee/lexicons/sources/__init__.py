"""Lexica whose words lie outside the process."""
