/** The product's name and links. To run it under another name, change this file. */
export const product = {
  name: 'Parley',
  /** Used in paths, room ids and storage keys. */
  slug: 'parley',
  stage: 'beta',
  tagline: 'Talk it over, then swap.',
} as const

/** Formats all numbers and dates. */
export const locale = 'en-GB'

/**
 * What the platform fee may be: its first value, and the usual ceiling (decision K5).
 *
 * For texts that show before the contract has been read.
 */
export const feeRange = '0.01 to 0.05 AVAX'
