"""Write ``docs/cases.md`` and ``docs/cases.ru.md``: ``python -m tests.cases.regenerate``."""

from typing import get_args

from tests.cases.book import PAGES, Language, page

if __name__ == "__main__":
    for language in get_args(Language):
        PAGES[language].write_text(page(language), "utf-8")
