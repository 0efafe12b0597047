"""Translations are extracted, checked and compiled without GNU gettext."""

from __future__ import annotations

import gettext
from pathlib import Path

import polib
import pytest

from config import messages
from config.extraction import Message, messages_in_python, messages_in_template


def test_texts_are_found_in_python_in_all_their_forms() -> None:
    source = """
_("plain"); gettext_lazy("lazy" " joined"); pgettext("verb", "draw"); print("not this")
ngettext("%(n)d hand", "%(n)d hands", n); translation.gettext("by attribute"); _(variable)
"""
    assert set(messages_in_python(source)) == {
        Message("plain"),
        Message("lazy joined"),
        Message("draw", context="verb"),
        Message("%(n)d hand", plural="%(n)d hands"),
        Message("by attribute"),
    }


def test_texts_are_found_in_templates_in_all_their_forms() -> None:
    source = """{% load i18n %}<p title="{% translate 'Your turn' %}">
{% translate "draw" context "verb" %}
{% blocktranslate trimmed with name=player.name %}
  {{ name }} wins
{% endblocktranslate %}
{% blocktranslate count n=n %}{{ n }} hand{% plural %}{{ n }} hands{% endblocktranslate %}
{{ _("in a variable") }}</p>"""
    assert set(messages_in_template(source)) == {
        Message("Your turn"),
        Message("draw", context="verb"),
        Message("%(name)s wins"),
        Message("%(n)s hand", plural="%(n)s hands"),
        Message("in a variable"),
    }


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for folder in ("accounts", "config", "tables", "templates", "locale"):
        (tmp_path / folder).mkdir()
    (tmp_path / "tables" / "models.py").write_text('_("hand")\n_("wall")\n')
    return tmp_path


def fill(tree: Path, language: str, msgid: str, text: str) -> None:
    path = messages.catalogue_path(language, tree / "locale")
    book = polib.pofile(str(path))
    book.find(msgid).msgstr = text
    book.save(str(path))


def test_a_missing_translation_is_named_with_its_file(tree: Path) -> None:
    messages.update(tree / "locale", tree)
    fill(tree, "zh_Hans", "hand", "局")
    fill(tree, "zh_Hans", "wall", "牌墙")
    fill(tree, "zh_Hant", "hand", "局")
    assert list(messages.gaps(tree / "locale", tree)) == [
        "zh_Hant: no translation of 'wall' (tables/models.py)"
    ]


def test_an_update_keeps_translations_and_drops_texts_that_are_gone(tree: Path) -> None:
    messages.update(tree / "locale", tree)
    fill(tree, "zh_Hans", "hand", "局")
    (tree / "tables" / "models.py").write_text('_("hand")\n_("seat")\n')
    messages.update(tree / "locale", tree)
    book = polib.pofile(str(messages.catalogue_path("zh_Hans", tree / "locale")))
    assert {entry.msgid: entry.msgstr for entry in book} == {"hand": "局", "seat": ""}


def test_compiled_catalogues_are_read_by_gettext(tree: Path) -> None:
    messages.update(tree / "locale", tree)
    fill(tree, "zh_Hans", "wall", "牌墙")
    messages.compile_catalogues(tree / "locale")
    book = gettext.translation("django", str(tree / "locale"), ["zh_Hans"])
    assert book.gettext("wall") == "牌墙"


def test_every_text_of_the_site_is_translated() -> None:
    assert list(messages.gaps()) == []
