"""A name server on this machine, for tests: it answers what a dictionary says, over UDP."""

import socket
from threading import Thread

import dns.flags
import dns.message
import dns.rcode
import dns.rdatatype
import dns.rrset

from infra.local import evidence, lookup
from infra.local.verdicts import Ask

Zone = dict[tuple[str, str], list[str]]
"""Records by name and kind; the record ``SERVFAIL`` is a failure, ``SILENCE`` no answer."""


class Names:
    """Answers until it is closed; ``asked`` counts the questions."""

    def __init__(self, zone: Zone) -> None:
        """Take a port and begin."""
        self.zone, self.asked = zone, 0
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.bind(("127.0.0.1", 0))
        self._socket.settimeout(0.1)
        self.port = int(self._socket.getsockname()[1])
        self._open = True
        self._thread = Thread(target=self._serve, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop."""
        self._open = False
        self._thread.join()
        self._socket.close()

    def _serve(self) -> None:
        while self._open:
            try:
                wire, client = self._socket.recvfrom(4096)
            except TimeoutError:
                continue
            self.asked += 1
            if answer := self._answer(dns.message.from_wire(wire)):
                self._socket.sendto(answer.to_wire(), client)

    def _answer(self, query: dns.message.Message) -> dns.message.Message | None:
        question = query.question[0]
        name = question.name.to_text(omit_final_dot=True).lower()
        kind = dns.rdatatype.to_text(question.rdtype)
        found = self.zone.get((name, kind), [])
        answer = dns.message.make_response(query)
        answer.flags |= dns.flags.RA
        if found == ["SILENCE"]:
            return None
        if found == ["SERVFAIL"]:
            answer.set_rcode(dns.rcode.SERVFAIL)
        elif found:
            answer.answer.append(dns.rrset.from_text(question.name, 60, "IN", kind, *found))
        elif not any(known == name for known, _ in self.zone):
            answer.set_rcode(dns.rcode.NXDOMAIN)
        return answer


def asked(names: Names) -> Ask:
    """Give the way to ask that name server about mail."""
    resolver = lookup.resolver(("127.0.0.1",), names.port)
    assert resolver
    return evidence.asking(resolver)
