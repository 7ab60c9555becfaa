"""A claim is kept while the work goes on, and its loss is noticed."""

from __future__ import annotations

from grader.store.errors import StoreUnavailable
from grader.worker.lease import kept
from grader.worker.stopping import Stopping
from tests.waiting import wait_until


def test_it_is_renewed_three_times_per_lease_until_released() -> None:
    renewals: list[bool] = []

    def renew() -> bool:
        renewals.append(True)
        return True

    with kept(renew, 0.03) as lease:
        wait_until(lambda: len(renewals) >= 3)
        assert not lease.lost


def test_a_refused_renewal_means_it_is_lost() -> None:
    with kept(lambda: False, 0.03) as lease:
        wait_until(lambda: lease.lost)


def test_a_database_that_is_away_loses_nothing() -> None:
    """A late renewal counts while nobody took over."""
    answers = iter([StoreUnavailable(), StoreUnavailable(), True, False])

    def renew() -> bool:
        answer = next(answers)
        if isinstance(answer, StoreUnavailable):
            raise answer
        return bool(answer)

    with kept(renew, 0.03) as lease:
        wait_until(lambda: lease.lost)
    assert next(answers, None) is None


def test_the_grace_period_comes_between_asking_and_ending() -> None:
    stopping = Stopping()
    stopping.request(0.2)
    assert (stopping.requested, stopping.over) == (True, False)
    wait_until(lambda: stopping.over)


def test_asking_twice_does_not_start_the_grace_period_anew() -> None:
    stopping = Stopping()
    stopping.request(0.1)
    stopping.request(60.0)
    wait_until(lambda: stopping.over)
