/** A part of a real screen, photographed by `pnpm pictures`. */
export interface Figure {
  /** Names its files in `features/info/pictures`. */
  readonly picture: 'table' | 'pick' | 'approve' | 'offer' | 'checks' | 'recover'
  /** Description for screen readers. */
  readonly alt: string
  readonly caption: string
}

/** One part of a page of information: a heading, and what is said below it, in this order. */
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
  readonly figures?: readonly Figure[]
}

export interface Article {
  readonly title: string
  readonly lead: string
  readonly sections: readonly Section[]
}
