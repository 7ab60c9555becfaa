"""Where we may send to: https to the public internet, and what the operator listed.

The name is resolved once, every address is judged, and the connection goes to a judged address:
asking twice would let a name point elsewhere the second time. One parser reads the URL for both.
"""

from __future__ import annotations

import socket
from collections.abc import Collection
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

import httpx2

from grader.errors import TargetRefused

PORTS = frozenset({443, 8443})
_DEFAULT_PORTS = {"https": 443, "http": 80}

_UNICAST6 = IPv6Network("2000::/3")  # all that was ever given out; mapped IPv4 lies outside
_NAT64 = IPv6Network("64:ff9b::/96")
# Python's `is_global` calls these global though they lead elsewhere: 6to4 relays, protocol
# assignments, Teredo and its neighbours, 6to4, documentation.
_DENIED4 = (IPv4Network("192.88.99.0/24"), IPv4Network("192.0.0.0/24"))
_DENIED6 = (IPv6Network("2001::/23"), IPv6Network("2002::/16"), IPv6Network("3fff::/20"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A judged address of a receiver. No `addresses`: the name does not resolve just now."""

    url: httpx2.URL
    host: str
    port: int
    addresses: tuple[str, ...]


def check_target(url: str, allowed: Collection[str]) -> Target:
    """`allowed` holds `host:port` that may be private and plain http. Raises TargetRefused."""
    parsed = _parse(url)
    host = parsed.host.lower()
    port = parsed.port or _DEFAULT_PORTS[parsed.scheme]
    is_listed = _place(host, port) in {place.lower() for place in allowed}
    if not is_listed:
        _check_public_form(parsed.scheme, port)
    addresses = _resolve(host, port)
    if not is_listed and not all(is_public(address) for address in addresses):
        raise TargetRefused(
            f"{host} is no public address; the operator may list it in GRADER_PRIVATE_TARGETS."
        )
    return Target(url=parsed, host=host, port=port, addresses=addresses)


def is_public(address: str) -> bool:
    """Whether anybody on the internet has this address, and nobody on our own network."""
    parsed = ip_address(address)
    if isinstance(parsed, IPv4Address):
        return _is_public4(parsed)
    if parsed in _NAT64:
        return _is_public4(IPv4Address(int(parsed) & 0xFFFF_FFFF))
    return _is_public6(parsed)


def _is_public4(address: IPv4Address) -> bool:
    denied = any(address in network for network in _DENIED4)
    return address.is_global and not address.is_multicast and not denied


def _is_public6(address: IPv6Address) -> bool:
    denied = any(address in network for network in _DENIED6)
    return address in _UNICAST6 and address.is_global and not denied


def _parse(url: str) -> httpx2.URL:
    try:
        parsed = httpx2.URL(url)
    except (httpx2.InvalidURL, ValueError) as error:
        raise TargetRefused("This is no URL.") from error
    if parsed.scheme not in _DEFAULT_PORTS or not parsed.host:
        raise TargetRefused("The address must begin with https:// and name a host.")
    if parsed.userinfo or parsed.fragment:
        raise TargetRefused("The address may hold neither a user name nor a fragment (#).")
    return parsed


def _check_public_form(scheme: str, port: int) -> None:
    if scheme != "https":
        raise TargetRefused("The address must begin with https://.")
    if port not in PORTS:
        raise TargetRefused(
            f"Port {port} is not allowed; use {' or '.join(map(str, sorted(PORTS)))}, "
            "or have the operator list the address in GRADER_PRIVATE_TARGETS."
        )


def _place(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def _resolve(host: str, port: int) -> tuple[str, ...]:
    """Every address, in the resolver's order; none when the name is unknown or no DNS answers."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return ()
    return tuple(dict.fromkeys(str(address[0]).partition("%")[0] for *_, address in found))
