import { z } from './zod.ts'
import { addressSchema, hash32Schema } from './primitives.ts'

export const collectionSchema = z.object({
  key: z.string(),
  name: z.string(),
  address: addressSchema,
  discovery: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('enumerable') }),
    z.object({ kind: z.literal('scan'), lastId: z.number().int().nonnegative() }),
  ]),
  burnAddress: addressSchema.optional(),
  approvalPriorityFeeGwei: z.number().optional(),
  probeTokenId: z.number().int().optional(),
  slowToConfirm: z.boolean().optional(),
})

/** One deployment of the escrow. The first of the list takes new offers; the others can only be left (decision C9). */
export const escrowDeploymentSchema = z.object({
  address: addressSchema,
  /** keccak256 of the runtime code; the page refuses to send to anything else (decision C7). */
  codeHash: hash32Schema,
  /** Block of deployment: the index starts here. */
  fromBlock: z.number().int().nonnegative(),
})

export const networkSchema = z.enum(['avalanche', 'fuji', 'local'])

/** `GET /api/config`: all that the page needs to know of the world it runs in. */
export const configSchema = z.object({
  product: z.object({ name: z.string(), slug: z.string() }),
  network: networkSchema,
  chainId: z.number().int(),
  chainName: z.string(),
  nativeCurrency: z.object({ name: z.string(), symbol: z.string(), decimals: z.number().int() }),
  rpcUrls: z.array(z.url()).min(1),
  explorerUrl: z.url().nullable(),
  multicall3: addressSchema,
  escrows: z.array(escrowDeploymentSchema).min(1),
  collections: z.array(collectionSchema),
})

export type Network = z.output<typeof networkSchema>
export type WireConfig = z.output<typeof configSchema>
export type EscrowDeployment = z.output<typeof escrowDeploymentSchema>
