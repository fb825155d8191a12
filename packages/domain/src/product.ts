/** `PRODUCT_NAME`, put in its place by the page's build; a server has its page's (decision Z4). */
declare const builtProductName: string | undefined

export const usualProductName = 'Parley'

/** The product. Its name is a setting of the build; all else is the same for every operator. */
export const product = {
  name: typeof builtProductName === 'string' ? builtProductName : usualProductName,
  /** In paths, room ids and storage keys. It stays under another name, or people would lose what they kept. */
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
