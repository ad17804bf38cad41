"""Alibi as a small service on one machine: its backups; and units and proxies to be copied."""
