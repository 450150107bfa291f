"""The settings of a server: a TOML file, the environment over it, flags over both."""
