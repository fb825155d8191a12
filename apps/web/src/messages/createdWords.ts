/** Words of the dialog that tells of a new offer, but for those that the specification quotes. It comes once the page stands. */
export const createdWords = {
  share: (name: string) => `I just laid a trade on the table with ${name}. Talk it over, then swap:`,
  copyLink: 'Copy link',
  copied: 'Link copied',
  shareElsewhere: 'Share',
  next: 'Send your friend the link: the offer opens for them, and nothing else is needed.',
} as const
