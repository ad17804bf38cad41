"""Write ``docs/webhooks/vectors.json``: ``python -m tests.signatures.regenerate``."""

from tests.signatures.book import PAGE, page

if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
