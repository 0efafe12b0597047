"""The page about an archive that people read: what was proved, in three languages."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from typing import Final

from engine.archive.report import ArchiveReport, Fault
from engine.rules.text import Text

MOST_SHOWN: Final = 40
"""Faults on the page; all of them are in the JSON."""

_COLON: Final = Text("：", "：", ": ")
_TITLE: Final = Text("赛事存档", "賽事存檔", "Tournament archive")
_TOURNAMENT: Final = Text("赛事编号", "賽事編號", "Tournament")
_FINGERPRINT: Final = Text("存档指纹", "存檔指紋", "Fingerprint")
_HEAD: Final = Text("赛事日志末端", "賽事日誌末端", "Head of its log")
_SIGNER: Final = Text("签名公钥", "簽名公鑰", "Signed by the key")
_KEYS: Final = Text("检查点的签名公钥", "檢查點的簽名公鑰", "Checkpoints signed by the key")
_AS_ASKED: Final = Text(
    "整个存档由这把密钥的持有者签名，正是您要求的那一把。",
    "整個存檔由這把密鑰的持有者簽名，正是您要求的那一把。",
    "All of it is signed by the owner of this key, the one you asked for.",
)
_COMPARE: Final = Text(
    "整个存档由这把密钥的持有者签名。是谁，由您判断：请与主办网站公布的公钥核对，或用 --key 指明。",
    "整個存檔由這把密鑰的持有者簽名。是誰，由您判斷：請與主辦網站公布的公鑰核對，或用 --key 指明。",
    "All of it is signed by the owner of this key. Who that is you have to know: compare it with "
    "the key that the site publishes, or name that one with --key.",
)
_UNSIGNED: Final = Text(
    "清单没有签名：这是旧版存档。没有日志佐证的内容（社团、裁判姓名、规程文字）谁都可能改过。",
    "清單沒有簽名：這是舊版存檔。沒有日誌佐證的內容（社團、裁判姓名、規程文字）誰都可能改過。",
    "The manifest is not signed: an archive of an older form. What no log proves (the club, names "
    "of officials, the regulations in words) may have been changed by anybody.",
)

_LINES: Final[tuple[Text, ...]] = (
    Text(
        "文件：{files} 个，与清单逐字节一致",
        "檔案：{files} 個，與清單逐位元組一致",
        "Files: {files}, byte for byte as listed",
    ),
    Text(
        "赛事日志：{log_events} 个事件，环环相扣",
        "賽事日誌：{log_events} 個事件，環環相扣",
        "Log of the event: {log_events} events in one unbroken chain",
    ),
    Text(
        "对局记录：{matches} 场，{hands} 局，{events} 个事件；牌墙、每一步与每笔台分都重新推出",
        "對局記錄：{matches} 場，{hands} 局，{events} 個事件；牌牆、每一步與每筆台分都重新推出",
        "Records: {matches} matches, {hands} hands, {events} events; walls, moves and scores "
        "derived anew",
    ),
    Text(
        "成绩：{results} 桌与记录相符；{results_by_hand} 桌由裁判或组织者录入",
        "成績：{results} 桌與記錄相符；{results_by_hand} 桌由裁判或主辦者錄入",
        "Results: {results} tables as their records say; {results_by_hand} entered by officials",
    ),
    Text(
        "规程、人员与公布过的名次（{editions} 版）：与日志相符",
        "規程、人員與公布過的名次（{editions} 版）：與日誌相符",
        "Regulations, people and published standings ({editions} editions): as the log says",
    ),
    Text(
        "争议与裁决：{rulings} 条；附文 {texts} 篇，与当时写下的一致",
        "爭議與裁決：{rulings} 條；附文 {texts} 篇，與當時寫下的一致",
        "Disputes and decisions: {rulings}; texts: {texts}, as they were written then",
    ),
    Text(
        "查看暗牌的记录：{looks} 条，环环相扣",
        "查看暗牌的記錄：{looks} 條，環環相扣",
        "Access logs: {looks} looks at hidden tiles, each table's in one unbroken chain",
    ),
    Text(
        "签名检查点：{checkpoints} 个，封存了 {sealed} 份日志",
        "簽名檢查點：{checkpoints} 個，封存了 {sealed} 份日誌",
        "Signed checkpoints: {checkpoints}, which seal {sealed} of the logs",
    ),
)
_PROVED: Final = Text(
    "证明成立：以上各项全部相符。",
    "證明成立：以上各項全部相符。",
    "Proved: all of this holds.",
)
_FAILED: Final = Text(
    "证明不成立：发现 {count} 处问题。",
    "證明不成立：發現 {count} 處問題。",
    "Not proved. Faults found: {count}.",
)
_MORE: Final = Text(
    "……另有 {count} 处", "……另有 {count} 處", "… and {count} more"
)  # fmt: skip
_LIMITS: Final = Text(
    "不能由此证明：签名者没有另造一份。请把指纹、日志末端或检查点与当时公布的核对。"
    "实体牌的牌张、由人录入的成绩、名次的算法、规程文字的措辞也不在此列（网站导入时会重新计算名次、重写规程）。",
    "不能由此證明：簽名者沒有另造一份。請把指紋、日誌末端或檢查點與當時公布的核對。"
    "實體牌的牌張、由人錄入的成績、名次的算法、規程文字的措辭也不在此列（網站匯入時會重新計算名次、重寫規程）。",
    "Not proved by this: that the signer did not make another one. Compare the fingerprint, the "
    "head or a checkpoint with what was published. Nor real tiles, results that people entered, "
    "how places were worked out, or how the regulations are worded (a site that imports the "
    "archive works places out and words regulations again).",
)

_WHERE: Final = Text("{file}，第 {line} 行", "{file}，第 {line} 行", "{file}, line {line}")
_ARCHIVE: Final = Text("存档", "存檔", "the archive")

FAULTS: Final[Mapping[str, Text]] = {
    "not_an_archive": Text("不是完整的存档文件", "不是完整的存檔檔案", "not a whole archive"),
    "too_big": Text("过大，不予打开", "過大，不予打開", "too big to be opened"),
    "too_many_files": Text("文件过多，不予打开", "檔案過多，不予打開", "too many files"),
    "bad_name": Text("文件名不允许", "檔名不允許", "a name that no file may have"),
    "repeated_file": Text("同名文件出现两次", "同名檔案出現兩次", "the file is there twice"),
    "encrypted": Text("文件被加密", "檔案被加密", "the file is encrypted"),
    "bad_method": Text("压缩方式不允许", "壓縮方式不允許", "packed in a way that is not allowed"),
    "damaged": Text("文件已损坏", "檔案已損壞", "the file is damaged"),
    "no_manifest": Text("缺少清单", "缺少清單", "the manifest is missing"),
    "bad_manifest": Text("清单无法读取", "清單無法讀取", "the manifest cannot be read"),
    "unknown_format": Text("格式未知", "格式未知", "an unknown format"),
    "missing_file": Text("文件缺失", "檔案缺失", "the file is missing"),
    "unlisted_file": Text("清单上没有此文件", "清單上沒有此檔案", "the manifest does not list it"),
    "unknown_file": Text("多余的文件", "多餘的檔案", "a file that does not belong here"),
    "wrong_checksum": Text("内容与清单不符", "內容與清單不符", "not the file that was listed"),
    "differs_from_log": Text("与日志不符", "與日誌不符", "not what the log says"),
    "not_in_log": Text("日志中没有这一版", "日誌中沒有這一版", "the log knows nothing of it"),
    "missing_record": Text(
        "缺少一场对局的记录", "缺少一場對局的記錄", "a match's record is missing"
    ),
    "unknown_record": Text("不是本赛事的对局", "不是本賽事的對局", "a match of another event"),
    "wrong_name": Text("文件名与内容不符", "檔名與內容不符", "the record of another match"),
    "not_over": Text("尚未结束", "尚未結束", "it is not over"),
    "other_rules": Text("规则与规程不符", "規則與規程不符", "played by other rules than agreed"),
    "wrong_result": Text("成绩与记录不符", "成績與記錄不符", "the result is not the record's"),
    "not_zero_sum": Text("分数之和不为零", "分數之和不為零", "the points do not add up to zero"),
    "wrong_sum": Text("各局之和不等于总分", "各局之和不等於總分", "hands do not add up"),
    "wrong_text": Text("附文不是当时写下的", "附文不是當時寫下的", "not the text written then"),
    "missing_text": Text("附文缺失", "附文缺失", "a text is missing"),
    "unknown_text": Text("日志中没有这篇附文", "日誌中沒有這篇附文", "no log names this text"),
    "wrong_header": Text("抬头不符", "抬頭不符", "the header does not fit"),
    "broken_chain": Text("日志链断裂", "日誌鏈斷裂", "the chain is broken"),
    "wrong_hash": Text("事件被改动", "事件被改動", "the event was changed"),
    "wrong_secret": Text("种子与承诺不符", "種子與承諾不符", "not the secret committed to"),
    "wrong_score": Text("算分不符", "算分不符", "the score does not follow"),
    "wrong_wall": Text("牌墙不符", "牌牆不符", "the wall does not follow"),
    "wrong_count": Text("事件数目不符", "事件數目不符", "events are missing, or too many"),
    "wrong_head": Text("日志末端不符", "日誌末端不符", "the log ends otherwise"),
    "wrong_actor": Text("不是此人能做的事", "不是此人能做的事", "somebody who may not do that"),
    "illegal_action": Text("违反规则", "違反規則", "against the rules"),
    "missing_checkpoint": Text("检查点缺失", "檢查點缺失", "a checkpoint is missing"),
    "bad_checkpoint": Text("检查点无法读取", "檢查點無法讀取", "no checkpoint that can be read"),
    "other_checkpoint": Text("不在该检查点内", "不在該檢查點內", "not of the checkpoint given"),
    "wrong_signature": Text("签名不符", "簽名不符", "the signature does not fit"),
    "wrong_key": Text("由另一把密钥签名", "由另一把密鑰簽名", "signed by another key"),
    "no_signature": Text("没有签名", "沒有簽名", "not signed"),
    "other_signer": Text(
        "与清单不是同一把密钥签名",
        "與清單不是同一把密鑰簽名",
        "signed by another key than the list",
    ),
    "wrong_path": Text("不在检查点之内", "不在檢查點之內", "not what the checkpoint seals"),
    "not_as_signed": Text("不是当时签名的内容", "不是當時簽名的內容", "not what was signed then"),
    "other_stream": Text("封存的是另一份日志", "封存的是另一份日誌", "the proof of another log"),
    "cut_short": Text(
        "缺少签名过的事件", "缺少簽名過的事件", "events that were signed are missing"
    ),
    "no_trailer": Text("没有封存证明", "沒有封存證明", "without the proof that it was signed"),
    "bad_trailer": Text("封存证明无法读取", "封存證明無法讀取", "a proof that cannot be read"),
    "bad_data": Text("数据无法读取", "資料無法讀取", "the data cannot be read"),
    "bad_text": Text("附文无法读取", "附文無法讀取", "a text that cannot be read"),
    "bad_header": Text("抬头无法读取", "抬頭無法讀取", "a header that cannot be read"),
    "bad_keys": Text("字段不对", "欄位不對", "not the fields that belong here"),
    "bad_column": Text("字段的值不允许", "欄位的值不允許", "a value that may not stand there"),
    "cut_line": Text("末行不完整", "末行不完整", "the last line is not whole"),
    "not_utf8": Text("不是 UTF-8 文本", "不是 UTF-8 文字", "not text in UTF-8"),
    "not_json": Text("不是 JSON", "不是 JSON", "not JSON"),
    "not_an_object": Text("不是 JSON 对象", "不是 JSON 物件", "not a JSON object"),
    "not_canonical": Text("不是规范写法", "不是規範寫法", "not written in the canonical form"),
    "not_opened": Text("开头缺失", "開頭缺失", "it does not begin with its opening"),
    "unknown_version": Text("版本未知", "版本未知", "of an unknown version"),
    "unexpected_event": Text("此处不该有此事件", "此處不該有此事件", "an event out of place"),
    "repeated_command": Text("同一指令出现两次", "同一指令出現兩次", "a command twice"),
    "wrong_seq": Text("事件编号不连续", "事件編號不連續", "an event is missing, or out of order"),
    "wrong_event": Text("事件与推算不符", "事件與推算不符", "not the event that follows"),
    "wrong_hand": Text("局号不符", "局號不符", "of another hand"),
    "wrong_start": Text("开场与种子不符", "開場與種子不符", "the start does not follow"),
    "wrong_wilds": Text("财神不符", "財神不符", "the wilds do not follow"),
    "wrong_draw": Text("摸牌与牌墙不符", "摸牌與牌牆不符", "not the tile that the wall has there"),
    "wrong_points": Text("总分不符", "總分不符", "the points do not follow"),
    "wrong_seats": Text("座位不符", "座位不符", "the seats do not follow"),
    "wrong_ruling": Text("裁决与推算不符", "裁決與推算不符", "the ruling comes to something else"),
}
"""Codes in words; one that is not here is shown as it is."""


def summary(report: ArchiveReport, language: str) -> str:
    """One page about an archive, each line ended by a line feed."""
    return "".join(f"{_harmless(line)}\n" for line in _page(report, language))


def _harmless(line: str) -> str:
    """Without what a terminal would obey: an archive may come from anybody."""
    return "".join("\ufffd" if unicodedata.category(one)[0] == "C" else one for one in line)


def _page(report: ArchiveReport, language: str) -> Iterator[str]:
    def say(text: Text) -> str:
        return text.in_language(language)

    yield say(_TITLE) + (f" · {report.name}" if report.name else "")
    yield ""
    for label, value in (
        (_TOURNAMENT, report.tournament),
        (_FINGERPRINT, report.fingerprint),
        (_HEAD, report.head),
        (_SIGNER, report.signer),
        *((_KEYS, key) for key in report.keys if key != report.signer),
    ):
        if value:
            yield f"{say(label)}{say(_COLON)}{value}"
    if report.ok:
        yield say(_signed(report))
    yield ""
    if report.ok:
        yield from (f"✓ {say(text).format_map(report.counts)}" for text in _LINES)
    else:
        yield from _faults(report, language)
    yield ""
    yield say(_PROVED) if report.ok else say(_FAILED).format(count=len(report.faults))
    yield say(_LIMITS)


def _signed(report: ArchiveReport) -> Text:
    if not report.signer:
        return _UNSIGNED
    return _AS_ASKED if report.asked else _COMPARE


def _faults(report: ArchiveReport, language: str) -> Iterator[str]:
    for fault in report.faults[:MOST_SHOWN]:
        yield f"✗ {fault_line(fault, language)}"
    if (more := len(report.faults) - MOST_SHOWN) > 0:
        yield _MORE.in_language(language).format(count=more)


def fault_line(fault: Fault, language: str) -> str:
    """A fault in a reader's language: where, what, and the engine's own words for it."""
    where = fault.file or _ARCHIVE.in_language(language)
    if fault.line:
        where = _WHERE.in_language(language).format(file=where, line=fault.line)
    known = FAULTS.get(fault.code)
    what = f"{known.in_language(language)} " if known else ""
    event = f"{fault.event}: " if fault.event else ""
    return f"{where}: {what}[{fault.code}] {event}{fault.message}"
