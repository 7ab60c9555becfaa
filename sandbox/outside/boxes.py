"""Start one container and greet its supervisor. What is done with it is decided elsewhere."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Final

from sandbox.outside import containers
from sandbox.outside.channel import BrokenError, Channel, Hello
from sandbox.outside.flags import Shape, container_spec
from sandbox.outside.sandbox import SandboxUnavailable
from sandbox.wire import VERSION

_START_SECONDS: Final = 30.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """How containers are made; the same for all of a pool. `image` is a digest, not a tag."""

    image: str
    runtime: str
    owner: str
    seccomp: str


@dataclass(slots=True, kw_only=True, eq=False)
class Box:
    """A started container whose supervisor has said hello."""

    id: str
    shape: Shape
    channel: Channel
    python: str
    splices: bool  # false: the supervisor holds payload bytes, so it may serve only once
    born: float = field(default_factory=time.monotonic)
    uses: int = 0

    def close(self) -> None:
        """Hang up, which ends the supervisor; then make sure. Raises SandboxUnavailable."""
        self.channel.close()
        containers.remove(self.id)


def start_box(recipe: Recipe, shape: Shape) -> Box:
    """Create, attach, start and greet one container. Raises SandboxUnavailable and leaves none."""
    container_id = containers.create(_spec(recipe, shape))
    channel = None
    try:
        channel = Channel(containers.attach(container_id))
        containers.start(container_id)
        hello = _greet(channel)
    except BaseException:
        if channel is not None:
            channel.close()
        containers.remove(container_id)
        raise
    return Box(
        id=container_id, shape=shape, channel=channel, python=hello.python, splices=hello.splices
    )


def _spec(recipe: Recipe, shape: Shape) -> dict[str, object]:
    return container_spec(
        image=recipe.image,
        shape=shape,
        runtime=recipe.runtime,
        seccomp=recipe.seccomp,
        owner=recipe.owner,
        born=f"{time.time():.0f}",
    )


def _greet(channel: Channel) -> Hello:
    deadline = time.monotonic() + _START_SECONDS
    try:
        while time.monotonic() < deadline:
            for event in channel.wait(deadline):
                return _checked(event)
    except BrokenError as error:
        said = channel.complaints.strip()[-300:]
        raise SandboxUnavailable(f"the container did not start: {error}. {said}") from error
    raise SandboxUnavailable("the container did not start in time")


def _checked(event: object) -> Hello:
    if isinstance(event, Hello) and event.version == VERSION:
        return event
    raise BrokenError("it greeted in another language than ours")
