"""The common round: how a card matches, in every game of this package unless its file says otherwise."""

from __future__ import annotations

from hanalearn.rules.model import Clause, Tag

HANA_AWASE = "the common hana-awase round"


def clauses(page: str, matching: Tag = "S") -> tuple[Clause, ...]:
    """The clauses of the common round. ``matching``: the tag of what ``page`` tells of matching."""
    return (
        Clause("hana-awase.hand", matching, page),
        Clause("hana-awase.draw", matching, page),
        Clause("hana-awase.none", "H", HANA_AWASE),
        Clause("hana-awase.one", matching, page),
        Clause("hana-awase.two", "H", HANA_AWASE),
        Clause("hana-awase.three", "H", HANA_AWASE),
        Clause("hana-awase.end", "H", HANA_AWASE),
        Clause("hana-awase.field-misdeal", "H", HANA_AWASE),
    )


#: The clause of a placement by how many cards of its month lie on the field.
MATCHING = ("hana-awase.none", "hana-awase.one", "hana-awase.two", "hana-awase.three")
