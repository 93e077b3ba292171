"""Which articles have to be ordered again."""

from collections.abc import Iterable, Mapping

REORDER_BELOW = 10


def shortages(stock: Mapping[str, int], on_order: Iterable[str]) -> dict[str, int]:
    coming = set(on_order)
    return {
        article: REORDER_BELOW - quantity
        for article, quantity in stock.items()
        if quantity < REORDER_BELOW and article not in coming
    }


def report(stock: Mapping[str, int], on_order: Iterable[str]) -> str:
    missing = shortages(stock, on_order)
    if not missing:
        return "Nothing to order."
    rows = [f"{article:<20} {count:>5}" for article, count in sorted(missing.items())]
    return "\n".join([f"{len(shortage)} articles to order:", *rows])
