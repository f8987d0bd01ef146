"""The words of the workbook, from `locales/<lang>/workbook.toml`."""

from __future__ import annotations

from functools import cache

from tianshen.locale.names import languages
from tianshen.locale.word_table import WordTable, load_words


class WorkbookWords(WordTable):
    """The words of one language, by section and key."""

    def column(self, section: str, *keys: str) -> list[str]:
        """Return several words of a section, as the headings of a table."""
        return [self(section, key) for key in keys]

    def truth(self, value: bool) -> str:
        """Return yes or no."""
        return self("workbook", "yes" if value else "no")

    def system(self, name: str) -> str:
        """Return the title of a scoring system."""
        return self(f"systems.{name}", "title")


@cache
def load_workbook_words(lang: str) -> WorkbookWords:
    """Return the words of a language; raise `DataError` as `load_words` does."""
    return WorkbookWords(lang, load_words(lang, "workbook").sections)


def every_language() -> tuple[WorkbookWords, ...]:
    """Return the words of every language, to know the program's own cells again in whichever they were written."""
    return tuple(load_workbook_words(lang) for lang in languages())
