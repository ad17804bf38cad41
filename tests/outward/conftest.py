"""A spy on the sockets of this process."""

import socket

import pytest


@pytest.fixture
def connections(monkeypatch):
    """Every address to which a socket of this process tried to connect."""
    seen = []
    for name in ("connect", "connect_ex"):
        real = getattr(socket.socket, name)

        def spied(line, address, real=real):
            seen.append(address)
            return real(line, address)

        monkeypatch.setattr(socket.socket, name, spied)
    return seen
