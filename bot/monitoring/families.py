"""Families of metrics with one label at most."""

from __future__ import annotations

from collections.abc import Mapping

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily


def gauge(
    name: str, help_text: str, values: float | Mapping[str, float], label: str = ""
) -> GaugeMetricFamily:
    """Return a gauge.

    :param values: one value, or a value for each value of the label.
    """
    labels = [label] if label else []
    family = GaugeMetricFamily(f"stairwell_{name}", help_text, labels=labels)
    by_label = values if isinstance(values, Mapping) else {"": values}
    for value_of_label, value in by_label.items():
        family.add_metric([value_of_label] if label else [], value)
    return family


def counter(
    name: str, help_text: str, totals: Mapping[str, float], label: str
) -> CounterMetricFamily:
    """Return a counter with a total for each value of its label."""
    family = CounterMetricFamily(f"stairwell_{name}", help_text, labels=[label])
    for value_of_label, total in totals.items():
        family.add_metric([value_of_label], total)
    return family
