import { z } from './zod.ts'
import { addressSchema, hash32Schema } from './primitives.ts'

export const collectionSchema = z.object({
  key: z.string(),
  name: z.string(),
  address: addressSchema,
  discovery: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('enumerable') }),
    z.object({ kind: z.literal('scan'), lastId: z.int().check(z.nonnegative()) }),
  ]),
  burnAddress: z.optional(addressSchema),
  approvalPriorityFeeGwei: z.optional(z.number()),
  probeTokenId: z.optional(z.int()),
  slowToConfirm: z.optional(z.boolean()),
})

/** One deployment of the escrow. The first of the list takes new offers; the others can only be left (decision C9). */
export const escrowDeploymentSchema = z.object({
  address: addressSchema,
  /** keccak256 of the runtime code with the immutables masked; the page refuses to send to anything else (decision C7). */
  codeHash: hash32Schema,
  /** Where the immutables are in the code; left out, nothing is masked. */
  immutables: z.optional(
    z.array(z.object({ start: z.int().check(z.nonnegative()), length: z.int().check(z.positive()) })),
  ),
  /** Block of deployment: the index starts here. */
  fromBlock: z.int().check(z.nonnegative()),
})

export const networkSchema = z.enum(['avalanche', 'fuji', 'local'])

/** `GET /api/config`: all that the page needs to know of the world it runs in. */
export const configSchema = z.object({
  product: z.object({ name: z.string(), slug: z.string() }),
  network: networkSchema,
  chainId: z.int(),
  chainName: z.string(),
  nativeCurrency: z.object({ name: z.string(), symbol: z.string(), decimals: z.int() }),
  rpcUrls: z.array(z.url()).check(z.minLength(1)),
  explorerUrl: z.nullable(z.url()),
  multicall3: addressSchema,
  escrows: z.array(escrowDeploymentSchema).check(z.minLength(1)),
  collections: z.array(collectionSchema),
})

export type Network = z.output<typeof networkSchema>
export type WireConfig = z.output<typeof configSchema>
export type EscrowDeployment = z.output<typeof escrowDeploymentSchema>
