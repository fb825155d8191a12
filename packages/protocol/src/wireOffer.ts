import { maxNftsPerSide, type DealCoins, type Nft, type Offer } from '@parley/domain'
import {
  addressSchema,
  hash32Schema,
  isoTime,
  isoTimeSchema,
  safeNumber,
  uint256Schema,
  unixSecondsSchema,
  z,
} from './primitives.ts'

/** Both sides of a swap: the first NFT of each (null if it has only coins), all NFTs, and the coins. */
export const sideFields = {
  nftContractOffered: z.nullable(addressSchema),
  tokenIdOffered: z.nullable(uint256Schema),
  nftContractRequested: z.nullable(addressSchema),
  tokenIdRequested: z.nullable(uint256Schema),
  nftContractsOffered: z.array(addressSchema),
  tokenIdsOffered: z.array(uint256Schema),
  nftContractsRequested: z.array(addressSchema),
  tokenIdsRequested: z.array(uint256Schema),
  /** Wei. Left out by a server or a memory that knows no coins. */
  coinsOffered: z.prefault(uint256Schema, '0'),
  coinsRequested: z.prefault(uint256Schema, '0'),
} as const

/** An offer as the API carries it: the specification's field names (decisions A1 and A3). */
export const wireOfferSchema = z.object({
  offerId: hash32Schema,
  escrow: addressSchema,
  creator: addressSchema,
  recipient: addressSchema,
  ...sideFields,
  /** Unsettled on the chain, also after expiry. */
  isActive: z.boolean(),
  status: z.enum(['active', 'completed', 'cancelled']),
  /** Null above 2^53 − 1, and where the side has no NFT. */
  tokenIdA: z.nullable(z.int()),
  tokenIdB: z.nullable(z.int()),
  expiresAt: unixSecondsSchema,
  createdAt: isoTimeSchema,
  createdTxHash: hash32Schema,
  myNftCount: z.int(),
  friendNftCount: z.int(),
  completedBy: z.nullable(addressSchema),
  completedTxHash: z.nullable(hash32Schema),
  completedAt: z.nullable(isoTimeSchema),
  /** Offered NFTs whose return failed and that can be fetched with `claimReturned`. */
  unreturned: z.array(z.object({ contract: addressSchema, tokenId: uint256Schema })),
})

export type WireOffer = z.output<typeof wireOfferSchema>

/** Both sides of a swap. */
export interface Sides {
  readonly offered: readonly Nft[]
  readonly requested: readonly Nft[]
  readonly coins: DealCoins
}

export type WireLists = Pick<
  WireOffer,
  | 'nftContractsOffered'
  | 'tokenIdsOffered'
  | 'nftContractsRequested'
  | 'tokenIdsRequested'
  | 'coinsOffered'
  | 'coinsRequested'
>

type WireFirsts = Pick<WireOffer, 'nftContractOffered' | 'tokenIdOffered' | 'nftContractRequested' | 'tokenIdRequested'>

/** Writes both sides in the API's words: the first NFT of each, all, and the coins. Inverse of `sidesFromWire`. */
export function sidesToWire({ offered, requested, coins }: Sides): WireFirsts & WireLists {
  const [firstOffered] = offered
  const [firstRequested] = requested
  return {
    nftContractOffered: firstOffered?.contract ?? null,
    tokenIdOffered: idOf(firstOffered),
    nftContractRequested: firstRequested?.contract ?? null,
    tokenIdRequested: idOf(firstRequested),
    nftContractsOffered: offered.map((nft) => nft.contract),
    tokenIdsOffered: offered.map((nft) => String(nft.tokenId)),
    nftContractsRequested: requested.map((nft) => nft.contract),
    tokenIdsRequested: requested.map((nft) => String(nft.tokenId)),
    coinsOffered: String(coins.offeredWei),
    coinsRequested: String(coins.requestedWei),
  }
}

/** The numbers beside them (decision A3). */
export function numbersToWire({
  offered,
  requested,
}: Pick<Sides, 'offered' | 'requested'>): Pick<WireOffer, 'tokenIdA' | 'tokenIdB' | 'myNftCount' | 'friendNftCount'> {
  return {
    tokenIdA: numberOf(offered[0]),
    tokenIdB: numberOf(requested[0]),
    myNftCount: offered.length,
    friendNftCount: requested.length,
  }
}

function idOf(nft: Nft | undefined): string | null {
  return nft ? String(nft.tokenId) : null
}

function numberOf(nft: Nft | undefined): number | null {
  return nft ? safeNumber(nft.tokenId) : null
}

/** Writes an offer in the API's words. Inverse of `offerFromWire`. */
export function offerToWire(offer: Offer): WireOffer {
  return {
    offerId: offer.id,
    escrow: offer.escrow,
    creator: offer.creator,
    recipient: offer.recipient,
    ...sidesToWire(offer),
    isActive: offer.settlement === null,
    status: offer.settlement?.kind ?? 'active',
    expiresAt: String(offer.expiresAtS),
    createdAt: isoTime(offer.createdAtS),
    createdTxHash: offer.createdTxHash,
    ...numbersToWire(offer),
    completedBy: offer.settlement?.by ?? null,
    completedTxHash: offer.settlement?.txHash ?? null,
    completedAt: isoTimeOrNull(offer.settlement?.atS ?? null),
    unreturned: offer.unreturned.map((nft) => ({ contract: nft.contract, tokenId: String(nft.tokenId) })),
  }
}

function isoTimeOrNull(seconds: number | null): string | null {
  return seconds === null ? null : isoTime(seconds)
}

/*
 * What browsers tell the server about an offer: hints that it checks on the chain, never facts (decision C2).
 * A side of coins alone has no NFT.
 */
const contracts = z.array(addressSchema).check(z.maxLength(maxNftsPerSide))
const tokenIds = z.array(uint256Schema).check(z.maxLength(maxNftsPerSide))
const count = z.int().check(z.gte(0), z.lte(maxNftsPerSide))

const offerHintFields = z.object({
  /** The offer's id, or the hash of the transaction that created it. */
  offerId: hash32Schema,
  creator: addressSchema,
  recipient: addressSchema,
  ...sideFields,
  nftContractsOffered: contracts,
  tokenIdsOffered: tokenIds,
  nftContractsRequested: contracts,
  tokenIdsRequested: tokenIds,
  isActive: z.boolean(),
  tokenIdA: z.nullable(z.int().check(z.nonnegative())),
  tokenIdB: z.nullable(z.int().check(z.nonnegative())),
  expiresAt: unixSecondsSchema,
  myNftCount: count,
  friendNftCount: count,
})

type OfferHintFields = z.output<typeof offerHintFields>

/** The body of `POST /api/swap-offers`. Its fields repeat one another and must not disagree. */
export const offerHint = offerHintFields.check(
  z.superRefine((hint, context) => {
    const wrong = firstDisagreement(hint)
    if (wrong) context.addIssue({ code: 'custom', path: [wrong.field], message: wrong.message })
  }),
)

function firstDisagreement(hint: OfferHintFields): { field: keyof OfferHintFields; message: string } | undefined {
  return [
    ...emptySides(hint),
    ...sideDisagreements(hint.nftContractsOffered, hint.tokenIdsOffered, {
      ids: 'tokenIdsOffered',
      contract: ['nftContractOffered', hint.nftContractOffered],
      tokenId: ['tokenIdOffered', hint.tokenIdOffered],
      number: ['tokenIdA', hint.tokenIdA],
      count: ['myNftCount', hint.myNftCount],
    }),
    ...sideDisagreements(hint.nftContractsRequested, hint.tokenIdsRequested, {
      ids: 'tokenIdsRequested',
      contract: ['nftContractRequested', hint.nftContractRequested],
      tokenId: ['tokenIdRequested', hint.tokenIdRequested],
      number: ['tokenIdB', hint.tokenIdB],
      count: ['friendNftCount', hint.friendNftCount],
    }),
  ].find((check) => !check.agrees)
}

type Field = keyof OfferHintFields

/** Each side has NFTs or coins. */
function emptySides(hint: OfferHintFields) {
  const message = 'neither NFTs nor coins on this side'
  return [
    { field: 'nftContractsOffered', agrees: hint.nftContractsOffered.length > 0 || hint.coinsOffered !== '0', message },
    {
      field: 'nftContractsRequested',
      agrees: hint.nftContractsRequested.length > 0 || hint.coinsRequested !== '0',
      message,
    },
  ] as const
}

interface SideFields {
  readonly ids: Field
  readonly contract: readonly [Field, string | null]
  readonly tokenId: readonly [Field, string | null]
  readonly number: readonly [Field, number | null]
  readonly count: readonly [Field, number]
}

function sideDisagreements(sideContracts: readonly string[], ids: readonly string[], said: SideFields) {
  const firstId = ids[0] ?? null
  const firstContract = sideContracts[0] ?? null
  return [
    { field: said.ids, agrees: ids.length === sideContracts.length, message: 'not as many as contracts' },
    { field: said.contract[0], agrees: said.contract[1] === firstContract, message: 'not the first of its side' },
    { field: said.tokenId[0], agrees: said.tokenId[1] === firstId, message: 'not the first of its side' },
    {
      field: said.number[0],
      agrees: said.number[1] === (firstId === null ? null : safeNumber(BigInt(firstId))),
      message: 'not the first of its side',
    },
    { field: said.count[0], agrees: said.count[1] === ids.length, message: 'not the length of its side' },
  ]
}

/** The body of `PATCH /api/swap-offers/{offerId}`: closed, completed by a transaction, or look again. */
export const settlementHint = z
  .object({
    isActive: z.optional(z.boolean()),
    status: z.optional(z.literal('completed')),
    completedBy: z.optional(addressSchema),
    completedTxHash: z.optional(hash32Schema),
    completedAt: z.optional(isoTimeSchema),
  })
  .check(
    z.refine((hint) => hint.isActive !== undefined || hint.status !== undefined, {
      message: 'isActive or status is needed',
      path: ['status'],
    }),
    z.refine((hint) => hint.status === undefined || hint.isActive !== true, {
      message: 'a completed offer is not active',
      path: ['isActive'],
    }),
    z.refine((hint) => hint.completedTxHash === undefined || hint.status === 'completed', {
      message: 'goes with status completed',
      path: ['completedTxHash'],
    }),
  )

export type OfferHint = z.input<typeof offerHint>
export type SettlementHint = z.input<typeof settlementHint>
