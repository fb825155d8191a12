import type { Address } from '@parley/domain'
import { addressSchema, hash32Schema, z } from './primitives.ts'

export const networkSchema = z.enum(['avalanche', 'fuji', 'local'])

/**
 * `GET /api/config`: the endpoints for pages, and the escrows that this server follows, newest first. A page trusts
 * only the escrows and collections of its own build (decision Z1) and refuses others.
 */
export const configSchema = z.object({
  network: networkSchema,
  chainId: z.int(),
  rpcUrls: z.array(z.url()).check(z.minLength(1)),
  escrows: z.array(z.object({ address: addressSchema })).check(z.minLength(1)),
  /** Chain time (unix seconds) of the newest block, if the server knows it. */
  timestamp: z.optional(z.int()),
})

export type Network = z.output<typeof networkSchema>
export type WireConfig = z.output<typeof configSchema>

const collectionSchema = z.object({
  key: z.string(),
  name: z.string(),
  address: addressSchema,
  discovery: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('enumerable'), lastId: z.optional(z.int().check(z.nonnegative())) }),
    z.object({ kind: z.literal('scan'), lastId: z.int().check(z.nonnegative()) }),
  ]),
  burnAddress: z.optional(addressSchema),
  approvalPriorityFeeGwei: z.optional(z.number()),
  probeTokenId: z.optional(z.int()),
  pictureTokenId: z.optional(z.int()),
  slowToConfirm: z.optional(z.boolean()),
})

const codeRangeSchema = z.object({
  start: z.int().check(z.nonnegative()),
  length: z.int().check(z.positive()),
})

/** One deployment of the escrow. The first of the list takes new offers; the others can only be left (decision C9). */
const escrowDeploymentSchema = z.object({
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
const pageDeploymentSchema = z.strictObject({
  ...contracts,
  chainName: z.string(),
  nativeCurrency: z.object({ name: z.string(), symbol: z.string(), decimals: z.int() }),
  explorerUrl: z.nullable(z.url()),
  /** Where people get help from the operator: `https:` or `mailto:`. */
  supportUrl: z.optional(z.url({ protocol: /^(https|mailto)$/ })),
  /** How wallets on phones are reached; absent where the operator has no WalletConnect project. */
  walletConnect: z.optional(z.strictObject({ projectId: z.string().check(z.minLength(1)), relayUrl: z.url() })),
  /** Where names of people are read: `.avax` on the page's own chain, `.eth` on Ethereum. Absent where none is (decision I5). */
  avvy: z.optional(addressSchema),
  ens: z.optional(z.object({ chainId: z.int(), rpcUrls: z.array(z.url()), universalResolver: addressSchema })),
  /** Passed to a wallet that adds the chain. Also the page's endpoints if the server names none. */
  rpcUrls: z.array(z.url()).check(z.minLength(1)),
})

export type EscrowDeployment = z.output<typeof escrowDeploymentSchema>
export type Deployment = z.output<typeof deploymentSchema>
export type PageDeployment = z.output<typeof pageDeploymentSchema>

export type EscrowEdition = 1 | 2

/** The edition of an escrow that the page was built for; the first for any other. */
export function editionOf({ escrows }: Pick<PageDeployment, 'escrows'>, escrow: Address): EscrowEdition {
  return escrows.find(({ address }) => address === escrow)?.edition ?? 1
}

/** Whether the page was built for an escrow. Addresses are checksummed on every way into the page. */
export function isBuiltFor({ escrows }: Pick<PageDeployment, 'escrows'>, escrow: Address): boolean {
  return escrows.some(({ address }) => address === escrow)
}

/** The element of the page's document that says what the page is built for (decision Z1). */
const opening = '<script type="application/json" id="deployment">'
const block = new RegExp(`(${opening})([^<]*)(?=</script>)`)

/** The document of a built page was made by another build: there is no place in it for a deployment. */
export class NoDeploymentBlockError extends Error {
  override readonly name = 'NoDeploymentBlockError'
  constructor() {
    super(`the document of the page has no ${opening}`)
  }
}

/** The document, built for a deployment instead of what it was built for before. @throws {NoDeploymentBlockError} */
export function withPageDeployment(html: string, deployment: PageDeployment): string {
  if (!block.test(html)) throw new NoDeploymentBlockError()
  // Nothing in it may end the element, or begin another.
  const text = JSON.stringify(deployment).replaceAll('<', String.raw`\u003c`)
  return html.replace(block, (_, start: string) => start + text)
}

/** What a document was built for; null for none. Throws where that cannot be read. */
export function pageDeploymentIn(html: string): PageDeployment | null {
  const [, , text = 'null'] = block.exec(html) ?? []
  const found: unknown = JSON.parse(text)
  return found === null ? null : pageDeploymentSchema.parse(found)
}
