"""The referee as a library: what `import upwords_referee` offers, joined from the layers below."""
