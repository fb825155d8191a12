import { inspectCollection, mismatchesOf, type CollectionMismatch } from '@parley/chain'
import type { Collection } from '@parley/domain'
import type { PublicClient } from 'viem'
import { failureText } from '../indexer/failureText.ts'
import { fine, warning, type Finding } from './Finding.ts'

/** Whether each collection of the registry is there and is what the registry says: one finding for all, or one a fault. */
export async function examineCollections(chain: PublicClient, collections: readonly Collection[]): Promise<Finding[]> {
  const faults: Finding[] = []
  for (const collection of collections) {
    const fault = await faultOf(chain, collection)
    if (fault !== null) faults.push(warning(`collection ${collection.name}`, fault))
  }
  return faults.length > 0 ? faults : [fine('collections', `All ${collections.length} are what the registry says.`)]
}

/** A name that was changed, a token without a picture, or a way that nobody needed, keeps nobody from trading. */
const harmless: ReadonlySet<CollectionMismatch> = new Set(['otherName', 'noTokenUri', 'enumerableAfterAll'])

async function faultOf(chain: PublicClient, collection: Collection): Promise<string | null> {
  try {
    const mismatches = mismatchesOf(collection, await inspectCollection(chain, collection))
    if (mismatches.includes('noCode')) return `There is no contract at ${collection.address}.`
    const serious = mismatches.filter((mismatch) => !harmless.has(mismatch))
    if (serious.length === 0) return null
    return `It is not what the registry says (${serious.join(', ')}): pnpm collections:check tells more.`
  } catch (error) {
    return `It could not be asked: ${failureText(error)}.`
  }
}
