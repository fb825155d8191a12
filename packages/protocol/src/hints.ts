import { maxNftsPerSide } from '@parley/domain'
import {
  addressSchema,
  hash32Schema,
  isoTimeSchema,
  safeNumber,
  uint256Schema,
  unixSecondsSchema,
  z,
} from './primitives.ts'
/** What browsers tell the server: hints that it checks on the chain, never facts (decision C2). */

/** A side of coins alone has no NFT. */
const contracts = z.array(addressSchema).check(z.maxLength(maxNftsPerSide))
const tokenIds = z.array(uint256Schema).check(z.maxLength(maxNftsPerSide))
const count = z.int().check(z.gte(0), z.lte(maxNftsPerSide))

const offerHintFields = z.object({
  /** The offer's id, or the hash of the transaction that created it. */
  offerId: hash32Schema,
  creator: addressSchema,
  recipient: addressSchema,
  nftContractOffered: z.nullable(addressSchema),
  tokenIdOffered: z.nullable(uint256Schema),
  nftContractRequested: z.nullable(addressSchema),
  tokenIdRequested: z.nullable(uint256Schema),
  nftContractsOffered: contracts,
  tokenIdsOffered: tokenIds,
  nftContractsRequested: contracts,
  tokenIdsRequested: tokenIds,
  /** Wei; none where left out. */
  coinsOffered: z.prefault(uint256Schema, '0'),
  coinsRequested: z.prefault(uint256Schema, '0'),
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
