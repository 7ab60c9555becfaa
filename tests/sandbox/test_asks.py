"""What is under way to a child fits into its pipe, and all of it is sent in the end."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sandbox.outside.asks import Ask, Feed, asks_of
from sandbox.outside.sandbox import Batch, Question
from sandbox.wire import TOKEN_BYTES, FrameReader

KIB = 1024


def ask(size: int) -> Ask:
    return Ask(function="f", place=(0, 0), arguments=(b"x" * size,))


def test_a_few_small_questions_go_out_at_once_with_the_end_behind_them() -> None:
    sent = Feed([ask(10), ask(10)]).next(is_waiting=False)
    assert len(list(FrameReader(KIB).feed(sent))) == 3


def test_before_the_load_is_reported_nothing_goes_out_that_may_not_fit() -> None:
    feed = Feed([ask(100 * KIB)])
    assert feed.next(is_waiting=False) == b""
    assert len(feed.next(is_waiting=True)) > 100 * KIB


def test_more_goes_out_only_when_half_of_it_was_read() -> None:
    feed = Feed([ask(10 * KIB) for _ in range(6)])
    assert 30 * KIB < len(feed.next(is_waiting=False)) < 32 * KIB
    feed.answered()
    assert feed.next(is_waiting=True) == b""
    feed.answered()
    assert len(feed.next(is_waiting=True)) > 20 * KIB


@given(st.lists(st.integers(0, 50 * KIB), max_size=12))
def test_everything_is_sent_in_order_and_little_of_it_is_under_way(sizes: list[int]) -> None:
    asks = [ask(size) for size in sizes]
    feed = Feed(asks)
    sent = feed.next(is_waiting=False)
    assert len(sent) <= 32 * KIB
    for _ in asks:
        sent += feed.next(is_waiting=True)
        feed.answered()
    sent += feed.next(is_waiting=True)
    assert sent == b"".join(a.frame() for a in asks) + b"\0\0\0\0"


def test_the_rest_of_a_question_is_asked_under_another_id() -> None:
    whole = Ask(function="f", place=(0, 0), arguments=(b"1", b"2", b"3"))
    rest = whole.rest(1)
    assert (rest.place, rest.first, rest.arguments) == ((0, 0), 1, (b"2", b"3"))
    assert [(one.first, one.arguments) for one in rest.singles()] == [(1, (b"2",)), (2, (b"3",))]
    assert len({whole.token, rest.token, *(one.token for one in whole.singles())}) == 5


def test_no_two_questions_of_a_batch_have_the_same_id() -> None:
    asks = asks_of(1, Batch(questions=(Question(function="f", calls=((1,),)),) * 3, shown=True))
    assert [ask.place for ask in asks] == [(1, 0), (1, 1), (1, 2)]
    assert len({ask.token for ask in asks}) == 3
    assert {len(bytes.fromhex(ask.token)) for ask in asks} == {TOKEN_BYTES}
