"""Pillow says of some arguments that they may be numpy's arrays; numpy itself isn't installed."""

from typing import Generic, TypeVar

_Element = TypeVar("_Element")

class NDArray(Generic[_Element]): ...
