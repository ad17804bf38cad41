"""A bridge between a Spirit forum and Alibi: threads at which a game master sits."""
