"""Print what a move, a fold and a start of the API cost here."""

from bench import fold, imports, moves


def main() -> None:
    """Run every measurement and print its lines."""
    for measurement in (moves, fold, imports):
        for line in measurement.report():
            print(line, flush=True)


if __name__ == "__main__":
    main()
