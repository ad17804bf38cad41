"""Which addresses are the public internet, and which are ours, somebody's inner net or nobody's.

``ipaddress.is_global`` alone lets through what leads inside by translation (NAT64, 6to4, Teredo)
and some ranges of recent registrations; the networks below are refused besides.
"""

from ipaddress import IPv6Address, ip_address, ip_network

DENIED = tuple(
    ip_network(network)
    for network in (
        "0.0.0.0/8",  # this network
        "100.64.0.0/10",  # carrier-grade NAT (RFC 6598)
        "192.0.0.0/24",  # IETF protocol assignments
        "192.88.99.0/24",  # 6to4 relays (RFC 7526)
        "198.18.0.0/15",  # benchmarks
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # class E and broadcast
        "64:ff9b::/96",  # NAT64: holds any IPv4 address
        "64:ff9b:1::/48",  # local NAT64
        "100::/64",  # discard
        "2001::/23",  # IETF protocol assignments, Teredo among them
        "2002::/16",  # 6to4: holds any IPv4 address
        "3fff::/20",  # documentation
        "5f00::/16",  # SRv6
        "fec0::/10",  # site-local
        "ff00::/8",  # multicast
    )
)


def is_public(text: str) -> bool:
    """Whether an IP address, as a resolver gives it, belongs to the public internet."""
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return False
    if isinstance(address, IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    if not address.is_global or address.is_reserved or address.is_unspecified:
        return False
    if isinstance(address, IPv6Address) and _holds_ipv4(address):
        return False
    return not any(address.version == net.version and address in net for net in DENIED)


def _holds_ipv4(address: IPv6Address) -> bool:
    """Whether it is one of the old IPv4-compatible addresses, ``::a.b.c.d``."""
    return int(address) < 1 << 32
