/** An account's role in a list's offers. */
export type Role = 'creator' | 'recipient'
