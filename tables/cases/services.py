"""Everything that is done in a dispute: one function for each deed, all through the write path.

Each is asked with keywords alone, checks the permission and the guards, and takes a `command_id`:
sent twice it acts once. They raise NotYourSeat (wrong role), DisputeRefused (a window that is
closed, or what a guard says), IllegalAction (the engine) and InvalidInput; nothing is stored then.
Followers hear by `tables.cases.signals.case_moved`, after the commit.
"""

from tables.cases.appealing import Lodged as Lodged
from tables.cases.appealing import appeal_decide as appeal_decide
from tables.cases.appealing import appeal_ends as appeal_ends
from tables.cases.appealing import appeal_lodge as appeal_lodge
from tables.cases.appealing import appeals_expire as appeals_expire
from tables.cases.appealing import panel_name as panel_name
from tables.cases.appealing import vote_cast as vote_cast
from tables.cases.calls import Called as Called
from tables.cases.calls import case_release as case_release
from tables.cases.calls import case_take as case_take
from tables.cases.calls import case_withdraw as case_withdraw
from tables.cases.calls import interest_decide as interest_decide
from tables.cases.calls import interest_declare as interest_declare
from tables.cases.calls import referee_call as referee_call
from tables.cases.calls import statement_make as statement_make
from tables.cases.calls import terms_of as terms_of
from tables.cases.calls import window_ends as window_ends
from tables.cases.drafts import Draft as Draft
from tables.cases.judging import Preview as Preview
from tables.cases.judging import ruling_id as ruling_id
from tables.cases.judging import ruling_make as ruling_make
from tables.cases.judging import ruling_preview as ruling_preview
