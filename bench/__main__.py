"""Print what a move, a fold, a start of the API and a mail cost here."""

from bench import fold, imports, mail, moves


def main() -> None:
    """Run every measurement and print its lines."""
    for measurement in (moves, fold, imports, mail):
        for line in measurement.report():
            print(line, flush=True)


if __name__ == "__main__":
    main()
