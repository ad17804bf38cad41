"""Forums as the table: their posts come in as moves, and what happens goes out as posts."""
