"""Commands whose arguments may begin with a hyphen, as the exchange "-E" does."""

from collections.abc import Container, Iterable
from typing import Any

from typer.core import TyperCommand


class HyphenCommand(TyperCommand):
    """A command without one-letter options: what begins with one hyphen is an argument."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments behind the options."""
        return super().parse_args(ctx, arguments_last(args, self._options_with_value()))

    def _options_with_value(self) -> set[str]:
        options: Iterable[object] = self.params
        return {
            name
            for option in options
            if getattr(option, "param_type_name", "") == "option" and not getattr(option, "is_flag", False)
            for name in getattr(option, "opts", ())
        }


def arguments_last(args: list[str], with_value: Container[str]) -> list[str]:
    """Return the same words with the arguments last, behind "--"; `with_value` are options that take a value.

    >>> arguments_last(["10/10", "-E", "--rack", "ABC", "--json"], {"--rack"})
    ['--rack', 'ABC', '--json', '--', '10/10', '-E']
    """
    options: list[str] = []
    arguments: list[str] = []
    words = iter(args)
    for word in words:
        if word == "--":
            arguments += words
        elif not word.startswith("--"):
            arguments.append(word)
        else:
            options.append(word)
            if word in with_value:
                value = next(words, None)
                if value is None:
                    # The value is missing: nothing must stand where it would be looked for.
                    return options
                options.append(value)
    return [*options, "--", *arguments]
