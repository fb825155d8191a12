import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createChainClient, inspectCollection, mismatchesOf } from '@parley/chain'
import { avalancheCollections, type Collection } from '@parley/domain'
import { deploymentSchema } from '@parley/protocol'
import { collectionTable, type Inspected } from '../collections/collectionTable.ts'

/**
 * `pnpm collections:check --rpc URL [--deployment FILE]` compares collections with a live chain. They come from the
 * registry, or from a deployment file. Exits with 1 for any mismatch.
 */
const usage = 'Usage: pnpm collections:check --rpc URL [--deployment FILE]'
const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'

function readCollections(file: string | undefined): readonly Collection[] {
  if (file === undefined) return avalancheCollections
  return deploymentSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).collections
}

async function check(rpcUrl: string, collections: readonly Collection[]): Promise<Inspected[]> {
  const chainId = Number(await chainIdOf(rpcUrl))
  const client = createChainClient({ chainId, chainName: 'checked', rpcUrls: [rpcUrl], multicall3 })
  const inspected: Inspected[] = []
  for (const collection of collections) {
    const facts = await inspectCollection(client, collection)
    inspected.push({ collection, facts, mismatches: mismatchesOf(collection, facts) })
  }
  return inspected
}

/** The registry may be for any chain; the table names it. */
async function chainIdOf(rpcUrl: string): Promise<string> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] }),
    signal: AbortSignal.timeout(5_000),
  })
  const answer: { result?: unknown } = JSON.parse(await response.text())
  if (typeof answer.result !== 'string') throw new Error(`${rpcUrl} did not say which chain it serves`)
  return answer.result
}

const { values } = parseArgs({ options: { rpc: { type: 'string' }, deployment: { type: 'string' } } })
if (values.rpc === undefined || !URL.canParse(values.rpc)) {
  console.error(usage)
  process.exitCode = 2
} else {
  try {
    const inspected = await check(values.rpc, readCollections(values.deployment))
    const wrong = inspected.filter(({ mismatches }) => mismatches.length > 0).length
    console.log(collectionTable(inspected))
    console.log(`\n${inspected.length - wrong} of ${inspected.length} collections match.`)
    process.exitCode = wrong === 0 ? 0 : 1
  } catch (error) {
    console.error(`The check could not be made: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  }
}
