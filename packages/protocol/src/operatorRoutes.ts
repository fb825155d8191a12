import type { OwnerAction, OwnerDeed } from '@parley/domain'
import { addressSchema, hash32Schema, isoTimeSchema, uint256Schema, z } from './primitives.ts'
import type { Route } from './routes.ts'

const state = {
  /** The newest block of the chain; null until an endpoint has answered. */
  headBlock: z.nullable(z.int()),
  /** The block up to which every part of the index has read; null before the first. */
  indexedBlock: z.nullable(z.int()),
  lagBlocks: z.nullable(z.int()),
  /**
   * Which server of the PostgreSQL database follows the chain. `disputed`: within the last minute this one believed to,
   * while another one wrote the index. Nothing was written twice. Left out on SQLite.
   */
  lead: z.optional(z.enum(['own', 'other', 'disputed'])),
  /** `own` while Redis is away and each server counts for itself. Left out without `REDIS_URL`. */
  limits: z.optional(z.enum(['shared', 'own'])),
  /** The same of original pictures, which servers otherwise fetch once together. */
  pictures: z.optional(z.enum(['shared', 'own'])),
  /** `away` while the bucket for originals can't be used. Left out without `PICTURE_STORE_URL`; `imgproxy` likewise. */
  pictureStore: z.optional(z.enum(['up', 'away'])),
  imgproxy: z.optional(z.enum(['up', 'away'])),
}

export const alivePath = '/alive'

/** `GET /alive`: the process answers. It looks at nothing, counts against no allowance and is never shed. */
const aliveSchema = z.object({ success: z.literal(true) })

/** `GET /health` of a server whose index is close enough to the chain. */
const readySchema = z.object({ success: z.literal(true), ready: z.literal(true), ...state })

/** `GET /health` with status 503: alive, but not to be sent visitors. `error` says what is missing. */
const notReadySchema = z.object({
  success: z.literal(false),
  ready: z.literal(false),
  error: z.string(),
  ...state,
})

const deedSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('feeUpdated'), oldWei: uint256Schema, newWei: uint256Schema }),
  z.object({ kind: z.literal('feesWithdrawn'), to: addressSchema, amountWei: uint256Schema }),
  z.object({ kind: z.enum(['creationPaused', 'creationResumed']) }),
  z.object({ kind: z.literal('nftRecovered'), contract: addressSchema, tokenId: uint256Schema, to: addressSchema }),
  z.object({
    kind: z.enum(['ownershipProposed', 'ownershipPassed']),
    // The zero address means no account here, so the usual schema doesn't fit.
    from: z.string(),
    to: z.string(),
  }),
])

export const ownerActionSchema = z.object({
  deed: deedSchema,
  txHash: hash32Schema,
  block: z.int(),
  at: isoTimeSchema,
})

export type WireOwnerAction = z.output<typeof ownerActionSchema>

/** `GET /api/escrows/{address}`: what the index knows of a deployment, beside its offers. */
const escrowRecordSchema = z.object({
  success: z.literal(true),
  /** Unsettled, expired ones included. */
  openOffers: z.int(),
  /** NFTs of open offers, and those that could not be returned. */
  nftsHeld: z.int(),
  /** Everything the owner did, newest first. */
  actions: z.array(ownerActionSchema),
})

export type WireEscrowRecord = z.output<typeof escrowRecordSchema>

/** Writes an owner's action in the API's words. */
export function ownerActionToWire({ deed, txHash, block, atS }: OwnerAction): WireOwnerAction {
  return { deed: deedToWire(deed), txHash, block, at: new Date(atS * 1000).toISOString() }
}

function deedToWire(deed: OwnerDeed): WireOwnerAction['deed'] {
  switch (deed.kind) {
    case 'feeUpdated':
      return { kind: deed.kind, oldWei: String(deed.oldWei), newWei: String(deed.newWei) }
    case 'feesWithdrawn':
      return { kind: deed.kind, to: deed.to, amountWei: String(deed.amountWei) }
    case 'creationPaused':
    case 'creationResumed':
      return { kind: deed.kind }
    case 'nftRecovered':
      return { kind: deed.kind, contract: deed.nft.contract, tokenId: String(deed.nft.tokenId), to: deed.to }
    case 'ownershipProposed':
    case 'ownershipPassed':
      return { kind: deed.kind, from: deed.from, to: deed.to }
  }
}

const none = z.object({})

/** Routes for operators, monitors and the owner's panel. Other pages don't load them. */
export const operatorRoutes = {
  alive: {
    method: 'GET',
    path: alivePath,
    params: none,
    query: none,
    body: null,
    answers: { 200: aliveSchema },
  },
  health: {
    method: 'GET',
    path: '/health',
    params: none,
    query: none,
    body: null,
    answers: { 200: readySchema, 503: notReadySchema },
  },
  fixCompleted: {
    method: 'GET',
    path: '/api/swap-offers/fix-completed',
    params: none,
    query: none,
    body: null,
    answers: { 200: z.object({ success: z.literal(true), checked: z.int(), fixed: z.int() }) },
  },
  escrowRecord: {
    method: 'GET',
    path: '/api/escrows/:address',
    params: z.object({ address: addressSchema }),
    query: none,
    body: null,
    answers: { 200: escrowRecordSchema },
  },
} as const satisfies Record<string, Route>
