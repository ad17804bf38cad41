"""The package of the program, which the tests of the package step make."""

from tests.package.conftest import packaged

__all__ = ["packaged"]
