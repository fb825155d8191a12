/** One part of a page of information: a heading, and what is said below it. */
export interface Section {
  /** Names the section in links: '/help#fees'. */
  readonly id: string
  readonly title: string
  readonly paragraphs?: readonly string[]
  /** Things side by side. */
  readonly list?: readonly string[]
  /** Things one after the other. */
  readonly steps?: readonly string[]
  /** A problem, and what to do about it. */
  readonly answers?: readonly { readonly question: string; readonly answer: string }[]
}

export interface Article {
  readonly title: string
  readonly lead: string
  readonly sections: readonly Section[]
}
