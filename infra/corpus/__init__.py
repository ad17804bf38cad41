"""The corpus of replies: our letters, answered by the mail programs that people use."""
