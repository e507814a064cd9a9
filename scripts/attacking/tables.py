"""Attacks as tables: a name, the bytes that are sent, and what has to come of them."""

import collections

import wire

Case = collections.namedtuple("Case", "name request expectation")


def answered(*statuses, holds=(), lacks=()):
    """Demands one of some statuses, and texts that must be or must not be in the answer, its fields among it."""

    def judge(answer, data):
        if answer.status not in statuses:
            return f"{answer.status} instead of {' or '.join(map(str, statuses))}, {answer.content[:160]!r}"
        absent = [text for text in holds if text not in data]
        present = [text for text in lacks if text.lower() in data.lower()]
        return f"lacks {absent}" if absent else f"holds {present}" if present else None

    return judge


def run(target, cases):
    """Sends the requests one after another; how many there were, and what is wrong with their answers."""
    faults = []
    for case in cases:
        data = target.ask(case.request)
        fault = "no end" if data.endswith(b"<timeout>") else case.expectation(wire.answer(data), data)
        if fault:
            faults.append(f"{case.name}: {fault}")
    return len(cases), faults


def outcome(words, tried, faults):
    """What a run says."""
    return f"{tried} {words}: {len(faults)} answered otherwise than they have to be", faults
