"""One signed message to a real receiver, and what is made of every kind of answer."""

from __future__ import annotations

import json
import socket
import ssl
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from standardwebhooks import Webhook

from grader.lms import sealing, signing, webhooks
from grader.lms.webhooks import Message, Outcome, deliver
from grader.store import writes
from grader.store.tables import Delivery

Answer = Callable[[BaseHTTPRequestHandler], None]


@dataclass
class Receiver:
    """A real HTTP server that keeps what it got and answers as it is told."""

    port: int = 0
    got: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)
    answer: Answer = field(default_factory=lambda: status(200))
    ended: Event = field(default_factory=Event)

    @property
    def place(self) -> str:
        return f"127.0.0.1:{self.port}"


def status(code: int, body: bytes = b"thanks", **headers: str) -> Answer:
    def answer(request: BaseHTTPRequestHandler) -> None:
        request.send_response(code)
        for name, value in headers.items():
            request.send_header(name.replace("_", "-"), value)
        request.send_header("content-length", str(len(body)))
        request.end_headers()
        request.wfile.write(body)

    return answer


@pytest.fixture
def make_receiver() -> Iterator[Callable[..., Receiver]]:
    servers: list[tuple[ThreadingHTTPServer, Thread, Receiver]] = []

    def make(tls: ssl.SSLContext | None = None) -> Receiver:
        receiver = Receiver()

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                receiver.got.append((self.path, headers, body))
                receiver.answer(self)

            def log_message(self, *args: Any) -> None:
                """Nothing on the terminal."""

        class Server(ThreadingHTTPServer):
            def handle_error(self, request: Any, client_address: Any) -> None:
                """A sender that hangs up is part of some tests."""

        server = Server(("127.0.0.1", 0), Handler)
        if tls is not None:
            server.socket = tls.wrap_socket(
                server.socket, server_side=True, do_handshake_on_connect=False
            )
        receiver.port = server.server_port
        thread = Thread(target=server.serve_forever, args=[0.01])
        thread.start()
        servers.append((server, thread, receiver))
        return receiver

    yield make
    for server, thread, receiver in servers:
        receiver.ended.set()
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture
def receiver(make_receiver: Callable[..., Receiver]) -> Receiver:
    return make_receiver()


SECRET = signing.new_secret()


def send(receiver: Receiver, url: str | None = None, **about: Any) -> Outcome:
    body = about.pop("body", b'{"type":"grade.published"}')
    message = Message(
        id="evt_1", url=url or f"http://{receiver.place}/hook?key=1", secret=SECRET, body=body
    )
    given = {"now": datetime.now(UTC), "allowed": {receiver.place}, **about}
    return deliver(message, **given)


def test_a_receiver_can_verify_what_it_got_with_a_library_of_others(receiver: Receiver) -> None:
    body = '{"type":"grade.published","data":{"é":1.50}}'.encode()
    assert send(receiver, body=body).ok
    (path, headers, got) = receiver.got[0]
    assert (path, got, headers["content-type"]) == ("/hook?key=1", body, "application/json")
    assert Webhook(SECRET).verify(got, headers) == json.loads(body)


def test_a_changed_body_does_not_verify(receiver: Receiver) -> None:
    send(receiver)
    (_, headers, got) = receiver.got[0]
    with pytest.raises(Exception, match="No matching signature"):
        Webhook(SECRET).verify(got + b" ", headers)


def test_the_signature_is_the_one_of_the_specification() -> None:
    """The example of the Standard Webhooks text, so that both ends cannot be wrong alike."""
    made = signing.sign(
        "whsec_plJ3nmyCDGBKInavdOK15jsl",
        "msg_loFOjxBNrRLzqYUf",
        1731705121,
        b'{"event_type":"ping","data":{"success":true}}',
    )
    assert made == "v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0="


@pytest.mark.parametrize("code", [200, 201, 202, 204, 299])
def test_any_2xx_is_a_success(receiver: Receiver, code: int) -> None:
    receiver.answer = status(code, b"" if code == 204 else b"thanks")
    outcome = send(receiver)
    assert (outcome.ok, outcome.status, outcome.error) == (True, code, None)


@pytest.mark.parametrize("code", [301, 302, 307, 308, 400, 401, 404, 409, 429, 500, 502, 503])
def test_anything_else_is_a_failure(receiver: Receiver, code: int) -> None:
    receiver.answer = status(code)
    outcome = send(receiver)
    assert (outcome.ok, outcome.gone, outcome.status) == (False, False, code)
    assert str(code) in (outcome.error or "")


def test_410_says_that_the_receiver_is_gone(receiver: Receiver) -> None:
    receiver.answer = status(410)
    assert send(receiver).gone


def test_a_redirect_is_not_followed(
    receiver: Receiver, make_receiver: Callable[..., Receiver]
) -> None:
    other = make_receiver()
    receiver.answer = status(307, location=f"http://{other.place}/")
    send(receiver, allowed={receiver.place, other.place})
    assert (len(receiver.got), other.got) == (1, [])


def test_a_proxy_of_the_environment_is_not_used(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    assert send(receiver).ok


def test_a_netrc_of_the_environment_is_not_used(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / ".netrc").write_text("machine 127.0.0.1 login me password secret\n")
    monkeypatch.setenv("NETRC", str(tmp_path / ".netrc"))
    send(receiver)
    assert "authorization" not in receiver.got[0][1]


def test_the_beginning_of_a_reply_is_kept_for_staff(receiver: Receiver) -> None:
    receiver.answer = status(500, b"\xffoops " + b"x" * 10_000)
    head = send(receiver).reply_head
    assert (len(head), head[:6]) == (4096, "\ufffdoops ")


def test_an_endless_reply_is_cut(receiver: Receiver) -> None:
    written = []

    def answer(request: BaseHTTPRequestHandler) -> None:
        request.send_response(200)
        request.end_headers()
        while not receiver.ended.is_set():
            written.append(request.wfile.write(b"x" * 1024))

    receiver.answer = answer
    outcome = send(receiver)
    assert (outcome.ok, len(outcome.reply_head)) == (True, 4096)


def test_a_packed_reply_is_not_unpacked(receiver: Receiver) -> None:
    receiver.answer = status(200, b"no gzip at all", content_encoding="gzip")
    assert send(receiver).reply_head == "no gzip at all"
    assert receiver.got[0][1]["accept-encoding"] == "identity"


def drip(receiver: Receiver, start: bytes) -> Answer:
    def answer(request: BaseHTTPRequestHandler) -> None:
        request.wfile.write(start)
        while not receiver.ended.wait(0.02):
            request.wfile.write(b"x")

    return answer


@pytest.mark.parametrize(
    "start",
    [b"", b"HTTP/1.1 200 OK\r\nX-Slow: ", b"HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n"],
)
def test_a_receiver_that_drips_does_not_hold_us(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch, start: bytes
) -> None:
    """Every read is in time, so only a limit over all of them ends this."""
    monkeypatch.setattr(webhooks, "TOTAL_SECONDS", 0.5)
    receiver.answer = drip(receiver, start)
    outcome = send(receiver)
    assert not outcome.ok
    assert outcome.milliseconds < 10_000


@pytest.mark.parametrize("reply", [b"", b"nonsense\r\n\r\n", b"HTTP/1.1 999999 X\r\n\r\n"])
def test_nonsense_is_a_failure(receiver: Receiver, reply: bytes) -> None:
    def answer(request: BaseHTTPRequestHandler) -> None:
        request.wfile.write(reply)

    receiver.answer = answer
    outcome = send(receiver)
    assert (outcome.ok, outcome.status) == (False, None)


def test_a_closed_port_is_a_failure() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        place = f"127.0.0.1:{server.getsockname()[1]}"
    outcome = send(Receiver(), f"http://{place}/", allowed={place})
    assert (outcome.ok, outcome.status) == (False, None)
    assert "could not be reached" in (outcome.error or "")


def test_an_address_that_is_no_longer_allowed_is_not_asked(receiver: Receiver) -> None:
    outcome = send(receiver, allowed=())
    assert (outcome.ok, receiver.got) == (False, [])


def test_a_name_without_an_address_is_a_failure_that_may_pass() -> None:
    outcome = send(Receiver(), "https://no-such-host.invalid/")
    assert (outcome.ok, outcome.gone) == (False, False)
    assert "does not resolve" in (outcome.error or "")


@pytest.fixture
def resolved(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The name lms.example is 127.0.0.1 once, and somebody else's ever after."""
    asked: list[str] = []
    real = socket.getaddrinfo

    def resolve(host: Any, port: Any, *args: Any, **about: Any) -> Any:
        name = host if isinstance(host, str) else host.decode()
        if name != "lms.example":
            return real(host, port, *args, **about)
        asked.append(name)
        address = "127.0.0.1" if len(asked) == 1 else "192.0.2.1"
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    return asked


def test_a_name_is_resolved_once_and_kept_as_host(receiver: Receiver, resolved: list[str]) -> None:
    place = f"lms.example:{receiver.port}"
    assert send(receiver, f"http://{place}/", allowed={place}).ok
    assert resolved == ["lms.example"]
    assert receiver.got[0][1]["host"] == place


def test_the_second_address_is_tried_when_the_first_refuses(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grader.lms.targets._resolve", lambda *_: ("127.0.0.2", "127.0.0.1"))
    assert send(receiver).ok


# --- TLS ----------------------------------------------------------------------------------------


@dataclass
class Authority:
    """A certificate authority for one test: what the server shows and what the sender trusts."""

    server: ssl.SSLContext
    client: ssl.SSLContext
    asked: list[str | None]


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "test")])
    now = datetime.now(UTC)
    names = [x509.DNSName("lms.example"), x509.IPAddress(ip_address("127.0.0.9"))]
    certificate = (
        x509.CertificateBuilder(issuer_name=name, subject_name=name, public_key=key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(minutes=1))
        .not_valid_after(now + timedelta(hours=1))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, SHA256())
    )
    pem = certificate.public_bytes(Encoding.PEM)
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (tmp_path / "both.pem").write_bytes(private + pem)
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(tmp_path / "both.pem")
    asked: list[str | None] = []
    server.sni_callback = lambda _socket, name, _context: asked.append(name)
    client = ssl.create_default_context(cadata=pem.decode())
    return Authority(server=server, client=client, asked=asked)


def test_the_certificate_must_be_the_names_though_we_connect_to_the_address(
    make_receiver: Callable[..., Receiver], authority: Authority, resolved: list[str]
) -> None:
    receiver = make_receiver(authority.server)
    place = f"lms.example:{receiver.port}"
    outcome = send(receiver, f"https://{place}/", allowed={place}, tls=authority.client)
    assert (outcome.ok, authority.asked, resolved) == (True, ["lms.example"], ["lms.example"])


def test_a_certificate_for_another_name_is_refused(
    make_receiver: Callable[..., Receiver], authority: Authority
) -> None:
    receiver = make_receiver(authority.server)
    outcome = send(receiver, f"https://{receiver.place}/", tls=authority.client)
    assert (outcome.ok, receiver.got) == (False, [])
    assert "certificate" in (outcome.error or "").lower()


def test_an_unknown_authority_is_refused(
    make_receiver: Callable[..., Receiver], authority: Authority, resolved: list[str]
) -> None:
    receiver = make_receiver(authority.server)
    place = f"lms.example:{receiver.port}"
    outcome = send(receiver, f"https://{place}/", allowed={place})
    assert (outcome.ok, receiver.got) == (False, [])


# --- secrets ------------------------------------------------------------------------------------


def test_a_new_secret_is_what_libraries_take() -> None:
    assert SECRET.startswith("whsec_")
    assert len(Webhook(SECRET)._whsecret) == 32
    assert signing.new_secret() != SECRET


def test_a_sealed_secret_opens_with_its_key_alone() -> None:
    sealed = sealing.seal("key", SECRET)
    assert sealing.unseal("key", sealed) == SECRET
    with pytest.raises(sealing.SealBrokenError):
        sealing.unseal("another", sealed)


def test_a_message_does_not_show_its_secret_in_a_log() -> None:
    message = Message(id="evt_1", url="https://x", secret=SECRET, body=b"grades")
    assert SECRET not in repr(message)
    assert "grades" not in repr(message)


# --- from the grade to the receiver -------------------------------------------------------------


def test_a_stored_grade_reaches_its_receiver_in_order(
    world: Any, services: Any, receiver: Receiver
) -> None:
    key = services.settings.effective_secret_key
    with world.store.unit() as unit:
        writes.add_webhook(
            unit,
            world.course.id,
            url=f"http://{receiver.place}/",
            events=["grade.published"],
            sealed_secret=sealing.seal(key, SECRET),
            now=world.clock(),
        )
    world.grade(world.submit(), "3")
    world.grade(world.submit(), "5")
    receiver.answer = status(503)
    send_due(world, receiver, key)
    receiver.answer = status(200)
    world.clock.advance(60)
    send_due(world, receiver, key)
    send_due(world, receiver, key)
    told = [json.loads(body)["data"] for _, _, body in receiver.got]
    assert [one["sequence"] for one in told] == [1, 1, 2]
    assert [one["grade"]["points"] for one in told] == ["3.00", "3.00", "5.00"]
    ids = [headers["webhook-id"] for _, headers, _ in receiver.got]
    assert (ids[0] == ids[1], ids[1] == ids[2]) == (True, False)
    with world.store.reading() as unit:
        assert {row.state for row in unit.session.query(Delivery)} == {"ok"}


def send_due(world: Any, receiver: Receiver, key: str) -> None:
    """What the worker's task does."""
    with world.store.unit() as unit:
        (delivery,) = writes.claim_deliveries(unit, world.clock())
    message = Message(
        id=delivery.event_id,
        url=delivery.url,
        secret=sealing.unseal(key, delivery.sealed_secret),
        body=delivery.body,
    )
    outcome = deliver(message, now=world.clock(), allowed={receiver.place})
    retry_at = webhooks.next_attempt(delivery.attempt, world.clock(), outcome.retry_after)
    with world.store.unit() as unit:
        writes.delivery_done(unit, delivery, outcome, now=world.clock(), retry_at=retry_at)
