"""Views for notebooks: the table, or one part of it, of any activity. Only this room imports ipywidgets."""

from hanalearn.widgets.ledger import LedgerView
from hanalearn.widgets.page import Page, page
from hanalearn.widgets.table import FieldView, HandView, TableView

__all__ = ["FieldView", "HandView", "LedgerView", "Page", "TableView", "page"]
