"""What can keep plays from being found."""


class NotEnumerableError(ValueError):
    """The words of the lexicon cannot be listed, so that no play can be found from them; `id` is its id."""

    def __init__(self, id: str) -> None:
        super().__init__(f"the words of lexicon {id!r} cannot be listed, so no plays can be found with it")
        self.id = id
