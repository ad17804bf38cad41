"""A whole game to watch: six bots play by real mail, and its public thread is printed."""
