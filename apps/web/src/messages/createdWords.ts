/** Texts of the dialog for a new offer, except those that the specification quotes. Loaded after the page. */
export const createdWords = {
  share: (name: string) => `I just laid a trade on the table with ${name}. Talk it over, then swap:`,
  copyLink: 'Copy link',
  copied: 'Link copied',
  shareElsewhere: 'Share',
  next: 'Send your friend the link: the offer opens for them, and nothing else is needed.',
} as const
