import { product } from '@parley/domain'

/** An entry for a calendar. */
export const calendarText = {
  summary: (who: string, isOwn: boolean) => (isOwn ? `Your offer to ${who} expires` : `The offer from ${who} expires`),
  description: `It can be accepted until this moment, by the time of the chain.`,
  fileName: `${product.slug}-expiry.ics`,
} as const
