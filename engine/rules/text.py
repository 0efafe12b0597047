"""A text in the three languages of the site."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Text:
    """One text in simplified Chinese, traditional Chinese and English."""

    zh_hans: str
    zh_hant: str
    en: str

    def in_language(self, language: str) -> str:
        """The text for a language code such as `zh-Hans`, `zh-hant` or `en`; English otherwise."""
        code = language.lower().replace("_", "-")
        if code.startswith("zh-hant") or code in {"zh-tw", "zh-hk", "zh-mo"}:
            return self.zh_hant
        return self.zh_hans if code.startswith("zh") else self.en

    def as_dict(self) -> dict[str, str]:
        """All three, by language code."""
        return {"zh-Hans": self.zh_hans, "zh-Hant": self.zh_hant, "en": self.en}
