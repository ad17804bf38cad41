"""Formatted text, whatever a forum or a chat writes it in: parsed to one tree, written from it."""
