"""Alibi on one machine, in one process: HTTP, SMTP, the clock, the outbox, pages and bots."""
