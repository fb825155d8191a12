/** Which part an account plays in the offers of a list. */
export type Role = 'creator' | 'recipient'
