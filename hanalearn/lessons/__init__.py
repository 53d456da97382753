"""What is told about a round: its events, its rules, its settlement, as sentences with their reasons."""
