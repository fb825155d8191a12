import { z } from './zod.ts'
import { networkSchema } from './config.ts'
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

const codeRangeSchema = z.object({
  start: z.int().check(z.nonnegative()),
  length: z.int().check(z.positive()),
})

/** One deployment of the escrow. The first of the list takes new offers; the others can only be left (decision C9). */
export const escrowDeploymentSchema = z.object({
  address: addressSchema,
  /** keccak256 of the runtime code with masked immutables. The page calls nothing else (decisions C7, Z1). */
  codeHash: hash32Schema,
  /** Where the immutables are in the code; left out, nothing is masked. */
  immutables: z.optional(z.array(codeRangeSchema)),
  /** 2: coins, `sendHome`, claims of single NFTs. Left out: the first edition, which has none of these. */
  edition: z.optional(z.literal(2)),
  /** Block of deployment: the index starts here. */
  fromBlock: z.int().check(z.nonnegative()),
})

const contracts = {
  network: networkSchema,
  chainId: z.int().check(z.positive()),
  multicall3: addressSchema,
  /** Newest first: the first takes new offers (decision C9). */
  escrows: z.array(escrowDeploymentSchema).check(z.minLength(1)),
  collections: z.array(collectionSchema),
}

/** The deployment file: which contracts a network has. The server reads it at start, the deploy commands write it. */
export const deploymentSchema = z.strictObject(contracts)

/** What a page is built for: a deployment, and what is true of its network. */
export const pageDeploymentSchema = z.strictObject({
  ...contracts,
  chainName: z.string(),
  nativeCurrency: z.object({ name: z.string(), symbol: z.string(), decimals: z.int() }),
  explorerUrl: z.nullable(z.url()),
  /** Passed to a wallet that adds the chain. Also the page's endpoints if the server names none. */
  rpcUrls: z.array(z.url()).check(z.minLength(1)),
})

export type EscrowDeployment = z.output<typeof escrowDeploymentSchema>
export type Deployment = z.output<typeof deploymentSchema>
export type PageDeployment = z.output<typeof pageDeploymentSchema>
