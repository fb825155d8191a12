import { inspectCollection, mismatchesOf, type CollectionMismatch } from '@parley/chain'
import type { Collection } from '@parley/domain'
import type { PublicClient } from 'viem'
import { failureText } from '../indexer/failureText.ts'
import { fine, warning, type Finding } from './Finding.ts'

/** Compares each collection with the registry: one finding if all match, else one per fault. */
export async function examineCollections(chain: PublicClient, collections: readonly Collection[]): Promise<Finding[]> {
  const faults: Finding[] = []
  for (const collection of collections) {
    const fault = await faultOf(chain, collection)
    if (fault !== null) faults.push(warning(`collection ${collection.name}`, fault))
  }
  return faults.length > 0 ? faults : [fine('collections', `All ${collections.length} are what the registry says.`)]
}

/** Trading works despite a changed name, a token without a picture, or an unused ability. */
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
