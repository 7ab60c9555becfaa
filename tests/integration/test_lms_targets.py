"""Where we may send to: the public internet over https, and what the operator listed."""

from __future__ import annotations

import socket
from typing import Any

import pytest

from grader.errors import TargetRefused
from grader.lms.targets import check_target, is_public


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str]]:
    """A DNS of the test's own: name to addresses. Other names go to the real one."""
    known: dict[str, list[str]] = {}
    real = socket.getaddrinfo

    def resolve(host: Any, port: Any, *args: Any, **about: Any) -> Any:
        found = known.get(host if isinstance(host, str) else host.decode())
        if found is None:
            return real(host, port, *args, **about)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, port)) for one in found]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    return known


PRIVATE = [
    "0.0.0.0",
    "10.0.0.1",
    "100.64.0.1",
    "127.0.0.1",
    "127.1.2.3",
    "169.254.169.254",
    "172.16.0.1",
    "192.0.0.9",
    "192.0.0.10",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.1.1",
    "198.18.0.1",
    "198.51.100.7",
    "203.0.113.7",
    "224.0.1.1",
    "239.1.1.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:192.88.99.1",
    "::ffff:8.8.8.8",
    "::ffff:0:7f00:1",
    "64:ff9b::7f00:1",
    "64:ff9b::a00:1",
    "64:ff9b:1::1",
    "100::1",
    "2001::1",
    "2001:db8::1",
    "2001:20::1",
    "2002:7f00:1::",
    "3fff::1",
    "5f00::1",
    "fc00::1",
    "fd00:ec2::254",
    "fe80::1",
    "fec0::1",
    "ff02::1",
    "ff0e::1",
]
PUBLIC = [
    "1.1.1.1",
    "8.8.8.8",
    "93.184.215.14",
    "2606:4700::1111",
    "2a00:1450::1",
    "64:ff9b::808:808",
]


@pytest.mark.parametrize("address", PRIVATE)
def test_an_address_that_leads_inside_is_refused(names: Any, address: str) -> None:
    names["lms.example"] = [address]
    assert not is_public(address)
    with pytest.raises(TargetRefused, match="no public address"):
        check_target("https://lms.example/hook", ())


@pytest.mark.parametrize("address", PUBLIC)
def test_a_public_address_is_allowed(names: Any, address: str) -> None:
    names["lms.example"] = [address]
    assert check_target("https://lms.example/hook", ()).addresses == (address,)


@pytest.mark.parametrize("address", ["127.0.0.1", "10.0.0.1", "192.0.0.9"])
def test_one_bad_address_among_good_ones_is_enough(names: Any, address: str) -> None:
    names["lms.example"] = ["8.8.8.8", address, "1.1.1.1"]
    with pytest.raises(TargetRefused):
        check_target("https://lms.example/hook", ())


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "localhost",
        "LOCALHOST",
        "2130706433",
        "0x7f000001",
        "0x7f.1",
        "0177.0.0.1",
        "127.1",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "[0:0:0:0:0:0:0:1]",
        "①②⑦.⓪.⓪.①",
        "0",
    ],
)
def test_this_machine_under_any_name_is_refused(host: str) -> None:
    with pytest.raises(TargetRefused):
        check_target(f"https://{host}/hook", ())


@pytest.mark.parametrize(
    "url",
    [
        "",
        "lms.example/hook",
        "//lms.example/hook",
        "http://lms.example/hook",
        "ftp://lms.example/hook",
        "file:///etc/passwd",
        "gopher://lms.example/",
        "javascript:alert(1)",
        "https://",
        "https:///hook",
        "https://user@lms.example/",
        "https://user:word@lms.example/",
        "https://lms.example:22/",
        "https://lms.example:80/",
        "https://lms.example:65536/",
        "https://lms.example:x/",
        "https://lms.example/#part",
        "https://lms.example/\r\nX: y",
        "https://lms\0.example/",
        "https://[::1",
        "https://8.8.8.8@127.0.0.1/",
        "https://\ud800.example/",
    ],
)
def test_a_url_of_another_form_is_refused(names: Any, url: str) -> None:
    names["lms.example"] = ["8.8.8.8"]
    with pytest.raises(TargetRefused):
        check_target(url, ())


@pytest.mark.parametrize(
    "url", ["https://lms.example", "https://lms.example:8443/a?b=c", "HTTPS://LMS.example:443/"]
)
def test_https_to_a_public_host_is_allowed(names: Any, url: str) -> None:
    names["lms.example"] = ["8.8.8.8"]
    assert check_target(url, ()).host == "lms.example"


def test_what_the_operator_listed_may_be_private_and_plain(names: Any) -> None:
    names["lms.internal"] = ["10.0.0.7"]
    allowed = {"LMS.internal:8080", "[::1]:9000", "127.0.0.1:443"}
    assert check_target("http://lms.internal:8080/hook", allowed).addresses == ("10.0.0.7",)
    assert check_target("http://[::1]:9000/", allowed).addresses == ("::1",)
    assert check_target("https://127.0.0.1/", allowed).port == 443


@pytest.mark.parametrize(
    "url",
    ["http://127.0.0.1:9001/", "http://127.0.0.1/", "http://localhost:9000/", "https://127.0.0.1/"],
)
def test_a_listed_place_opens_no_other(url: str) -> None:
    with pytest.raises(TargetRefused):
        check_target(url, {"127.0.0.1:9000"})


def test_a_name_that_does_not_resolve_yet_can_be_registered() -> None:
    assert check_target("https://no-such-host.invalid/hook", ()).addresses == ()
