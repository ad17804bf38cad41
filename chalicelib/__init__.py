"""Alibi: the game master of play-by-mail murder mysteries."""
