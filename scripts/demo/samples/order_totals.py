"""Totals of an order, with the discounts that its customer has earned."""

from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True)
class Line:
    article: str
    quantity: int
    unit_price: Decimal

    @property
    def total(self) -> Decimal:
        return self.unit_price * self.quantity


def with_discount(line: Line, percent: Decimal, applied: list[str] = []) -> Decimal:
    applied.append(line.article)
    return line.total * (100 - percent) / 100


def order_total(lines: list[Line], percent: Decimal = Decimal(0)) -> Decimal:
    return sum((with_discount(line, percent) for line in lines), start=Decimal(0))
