"""The groups of word classes and of token kinds that the grammar asks for, each with the reason for its members.

A group that differs from another by a class or two is written as that difference: the difference is grammar.
"""

from __future__ import annotations

from tianshen.locale.lexicon import WordClass
from tianshen.reading.words.token import TokenKind

# What an order is about.
NAMES = frozenset({WordClass.PLACE, WordClass.UNIT})  # a word that may be one of these is never held to be talk
COASTS = frozenset({WordClass.COAST, WordClass.COAST_SHORT})
UNIT_DESCRIPTION = NAMES | COASTS | {WordClass.POWER, WordClass.FROM, WordClass.LINE_WORD}  # all that names a unit

# Verbs: the one list of them, and what a position in the sentence adds to it.
MOVEMENT_VERBS = frozenset({WordClass.HOLD, WordClass.MOVE, WordClass.SUPPORT, WordClass.CONVOY})  # of a movement turn
RETREAT_VERBS = frozenset({WordClass.RETREAT, WordClass.RETREAT_IF})  # the second one only with a unit dislodged
FALLING_BACK = frozenset({WordClass.RETREAT, WordClass.FALL_BACK, WordClass.DISBAND})  # what a dislodged unit does
GOING = frozenset({WordClass.MOVE, WordClass.TOWARD})  # a way to a target, whoever goes there
UNIT_VERBS = MOVEMENT_VERBS | {WordClass.RETREAT}  # what a unit on the board is told to do
ADJUSTMENT_VERBS = frozenset({WordClass.BUILD, WordClass.DISBAND})
LIST_NOUNS = frozenset({WordClass.BUILD_LIST, WordClass.DISBAND_LIST})  # only ever at the head of a list
LIST_HEADS = ADJUSTMENT_VERBS | LIST_NOUNS | RETREAT_VERBS  # what a list of entries may begin with
ADJUSTMENT_HEADS = ADJUSTMENT_VERBS | LIST_NOUNS | {WordClass.WAIVE}  # a waive has no entries, and begins an order too
ORDER_VERBS = (
    UNIT_VERBS | ADJUSTMENT_VERBS | LIST_NOUNS | {WordClass.MUTUAL, WordClass.BY_SEA}
)  # all that says an order
VERBS_AFTER_PLACE = UNIT_VERBS | {WordClass.RETREAT_IF, WordClass.VIA, WordClass.TOWARD}  # with no unit word before
VERBS_AFTER_LINE_BREAK = VERBS_AFTER_PLACE | {WordClass.BY_SEA}  # a line without a subject goes on with the one above
VERBS_AFTER_COMMA = MOVEMENT_VERBS | {WordClass.VIA}  # `柏林陆军，移动慕尼黑`; a retreat there is a second order
VERBS_AFTER_SIGN = UNIT_VERBS | {WordClass.VIA, WordClass.DISBAND}  # `柏林陆军→支援慕尼黑`: the sign says nothing
VERBS_AFTER_LIST = UNIT_VERBS | {WordClass.BUILD, WordClass.VIA, WordClass.BY_SEA, WordClass.MUTUAL}  # of a next order

# Words around an order that say nothing of it.
LEADING_WORDS = frozenset(
    {
        *(WordClass.FIRST_PERSON, WordClass.LEAD, WordClass.ADVERB, WordClass.LABEL, WordClass.PARTICLE),
        *(WordClass.OPENER, WordClass.NEXT),
    }
)
LOOSE_LEADING_WORDS = LEADING_WORDS | {WordClass.FROM, WordClass.AND}  # where only the likeness of an order is asked
CLAUSE_OPENERS = frozenset({WordClass.ADVERB, WordClass.NEXT, WordClass.OPENER, WordClass.AND})  # after a comma
POLITE_WORDS = frozenset({WordClass.PARTICLE, WordClass.ENDING, WordClass.LABEL})
LAST_WORDS = POLITE_WORDS | {WordClass.DIRECTIVE, WordClass.POWER}  # after the last order of a clause
SIGNATURE_WORDS = POLITE_WORDS | {WordClass.POWER, WordClass.GAME_MASTER}  # after a dash: `——法国敬上`
DIRECTIVE_WRAPPING = POLITE_WORDS | {WordClass.LINE_WORD}  # beside a directive

# Words of people who talk with each other; a place decides which group counts.
TALK_WORDS = frozenset({WordClass.PERSON, WordClass.REQUEST, WordClass.EXAMPLE, WordClass.TELLING})  # to or of someone
DENIAL_WORDS = frozenset({WordClass.NEGATION, WordClass.INTENT, WordClass.RESULT, WordClass.FIRST_PERSON})
PROMPT_WORDS = frozenset(  # before an order in its sentence: it is someone's wish or advice; my telling is no advice
    {WordClass.NEGATION, WordClass.REQUEST, WordClass.INTENT, WordClass.PERSON, WordClass.EXAMPLE}
)
SPEECH_WORDS = frozenset(  # in an entry of a list: too much of a sentence to be a misspelt name
    {
        *(WordClass.PERSON, WordClass.FIRST_PERSON, WordClass.INTENT, WordClass.REQUEST, WordClass.NEGATION),
        *(WordClass.TELLING, WordClass.QUESTION),
    }
)
DOUBT_WORDS = frozenset({WordClass.CONDITION, WordClass.QUESTION, WordClass.RESULT, WordClass.CANCEL})  # in a remark

# Token kinds.
TEXT_KINDS = frozenset({TokenKind.WORD, TokenKind.UNKNOWN})  # words rather than signs
UNREAD_KINDS = frozenset({TokenKind.NOISE, TokenKind.QUOTE})  # adorn a text and are left out before it is read
BRACKETS = frozenset({TokenKind.OPEN, TokenKind.CLOSE})
SENTENCE_BREAKS = frozenset({TokenKind.SEMICOLON, TokenKind.STOP})  # may belong to a list or a number instead
SENTENCE_ENDS = SENTENCE_BREAKS | {TokenKind.ASK}
ITEM_BREAKS = SENTENCE_BREAKS | {TokenKind.COMMA}  # between the items of a position file's list
ARROW_OR_COLON = frozenset({TokenKind.ARROW, TokenKind.COLON})  # stands for a verb of moving
