/** The one place that says what the product is called and where it lives. Whoever runs it under another name changes this file. */
export const product = {
  name: 'Parley',
  /** Stands in paths, room ids and storage keys. */
  slug: 'parley',
  stage: 'beta',
  tagline: 'Talk it over, then swap.',
  shareUrl: 'https://parley.example',
} as const
