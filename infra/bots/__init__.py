"""Computer players: they read what any player may read and reason about the deal."""
