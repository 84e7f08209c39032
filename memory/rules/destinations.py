"""Where a web hook may lead: to servers of the world, to one's own network only where that is allowed, nowhere else."""

from collections.abc import Container
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

_Address = IPv4Address | IPv6Address
# What clouds answer questions about a machine's own credentials from; link-local ones are refused as such.
_METADATA = {
    ip_address(address)
    for address in ("100.100.100.200", "168.63.129.16", "192.0.0.192", "fd00:ec2::254", "fd20:ce::254")
}
# Addresses in which another one hides, by the kinds of translation of RFC 6052, 8215, 3056, 4380 and 7915.
_WRAPPING = [
    ip_network(net) for net in ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32", "::/96", "::ffff:0:0:0/96")
]
# Of IANA's special-purpose registries, what `is_global` of some Python takes for the world's: protocol assignments,
# 6to4 relays, AS112, AMT, discard, documentation and segment routing. None of it is a server's address.
_NO_SERVER = [
    ip_network(net)
    for net in (
        *("192.0.0.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.175.48.0/24"),
        *("100::/64", "100:0:0:1::/64", "2001::/23", "2620:4f:8000::/48", "3fff::/20", "5f00::/16"),
    )
]
# Where web servers listen; other ports are those of databases, mail and consoles.
PORTS = frozenset({80, 443, 8080, 8443})
_LONGEST = 500


def wrong_url(url: str, *, private: bool, ports: Container[int] = ()) -> str:
    """What is wrong with an address before anybody looks up its name; "" when nothing is.

    `ports` are those that are allowed besides 80, 443, 8080 and 8443.
    """
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return "This is no address; it begins with https:// and a host's name."
    if len(url) > _LONGEST or not url.isascii() or not url.isprintable() or " " in url:
        return f"An address has at most {_LONGEST} characters, all of them plain ASCII."
    if parts.scheme not in ("https", "http") or not host or port == 0:
        return "This is no address; it begins with https:// and a host's name."
    if parts.scheme == "http" and not private:
        return "It must begin with https://, so that nobody reads along."
    if port is not None and port not in PORTS and port not in ports:
        return "Its port is not allowed; CAIRN_WEBHOOKS_PORTS names others than 80, 443, 8080 and 8443."
    if parts.username is not None or parts.password is not None:
        return "Leave name and password out; the signature proves who sends."
    return ""


def wrong_address(ip: str, *, private: bool, plain: bool) -> str:
    """Why nothing may be sent to this address; "" when it may. `plain`: without TLS, for one's own network alone."""
    address = _unwrapped(ip)
    if address is None or address.is_link_local or address in _METADATA or _is_site_local(address):
        return "It leads to an address of the machine's own surroundings."
    if address.is_multicast or address.is_unspecified or (address.is_reserved and not address.is_loopback):
        return "It leads to no single server."
    if any(address in net for net in _NO_SERVER):
        return "It leads to no single server."
    if address.is_global:
        return "It must begin with https://, so that nobody reads along." if plain else ""
    return "" if private else "It leads into a private network; CAIRN_WEBHOOKS_PRIVATE=1 allows that."


def _is_site_local(address: _Address) -> bool:
    """fec0::/10, which RFC 3879 took out of use: whatever answers there is near."""
    return isinstance(address, IPv6Address) and address.is_site_local


def _unwrapped(ip: str) -> _Address | None:
    """The address itself; None for one that only wraps another or has a zone."""
    if "%" in ip:
        return None
    address = ip_address(ip)
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped:
            return address.ipv4_mapped
        if not address.is_loopback and not address.is_unspecified and any(address in net for net in _WRAPPING):
            return None
    return address
