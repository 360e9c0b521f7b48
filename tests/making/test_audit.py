"""What counts as a fault in the audit of the dependencies."""

from __future__ import annotations

import pytest

from making import audit
from making.audit import check_vulnerabilities, vulnerabilities


def test_an_audit_of_nothing_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit, "SERVICES", ())
    assert check_vulnerabilities("") == 1


def test_a_dependency_that_could_not_be_audited_is_a_fault_like_a_vulnerable_one() -> None:
    vulnerable = {"id": "PYSEC-2026-1", "fix_versions": ["3.1.7"]}
    dependencies = [
        {"name": "click", "version": "8.5.1", "vulns": []},
        {"name": "jinja2", "version": "3.1.6", "vulns": [vulnerable]},
        {"name": "rich", "skip_reason": "rich could not be audited"},
    ]
    assert vulnerabilities(dependencies) == [
        "jinja2 3.1.6: PYSEC-2026-1, fixed in 3.1.7",
        "rich could not be audited",
    ]
