/** A turn of phrase that reads as translated, and what to write instead. */
export interface Mark {
  readonly pattern: RegExp
  readonly instead: string
}

/** Prefer rewriting a sentence to swapping a word. Name the actor, use the field's term, say one thing. */
export const marks: readonly Mark[] = [
  { pattern: /\b(some|no|any|every)body('s)?\b/i, instead: 'name them: the user, a visitor, the caller; or no one' },
  { pattern: /\bwho(m)?ever\b/i, instead: 'name them: the caller, the owner, a client' },
  { pattern: /\banew\b/i, instead: 'again' },
  { pattern: /\bmeanwhile\b/i, instead: 'while …, until then' },
  {
    pattern: /\b(henceforth|thereby|whereupon|therein|lest|hitherto|forthwith|aught|naught)\b/i,
    instead: 'say it in two sentences',
  },
  { pattern: /\bha(s|ve|d) come\b/i, instead: 'arrived, was reached' },
  { pattern: /\bstands?\b(?!-| (for|in|out|up|alone|still|by)\b)/i, instead: 'is, exists, is written' },
  { pattern: /(^|[.:;] )what (is|was|has|comes|came|follows|more|can)\b/i, instead: 'start with the noun' },
  { pattern: /\bso (many|much|long|often)\b(?! (as|that))/i, instead: 'the number itself, or "this many"' },
  { pattern: /\b(is|are|was|were) told\b/i, instead: 'is notified, learns' },
  { pattern: /\bof which\b/i, instead: 'a second sentence' },
  { pattern: /\ball the same\b/i, instead: 'anyway, still' },
  { pattern: /\bby (itself|themselves)\b/i, instead: 'automatically, alone' },
  { pattern: /\bput right\b/i, instead: 'fix' },
  { pattern: /\bfor want of\b/i, instead: 'without' },
  { pattern: /\b(no|any) longer than need be\b|\bneed be\b/i, instead: 'than necessary' },
  { pattern: /\bin the midst of\b/i, instead: 'during' },
  { pattern: /\b(nothing|none) but\b/i, instead: 'only' },
]

/** The first mark in a text, or undefined. */
export function findMark(text: string): Mark | undefined {
  return marks.find(({ pattern }) => pattern.test(text))
}
