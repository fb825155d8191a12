import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { avalancheCollections, ownCollection, type Discovery } from '../src/index.ts'

const decision = readFileSync(join(import.meta.dirname, '../../../docs/decisions/collections.md'), 'utf8')

/** As the table of decision L2 words it. */
function idsTried(discovery: Discovery): string {
  if (discovery.kind === 'scan') return String(discovery.lastId)
  return discovery.lastId === undefined
    ? 'enumerable'
    : `enumerable where the contract can list its tokens, otherwise ${discovery.lastId}`
}

describe('given the registry', () => {
  it('has the eighteen collections of decision L2, with their addresses and the ids that are tried', () => {
    const rows = [...decision.matchAll(/^\| ([^|]+) \| (0x\w{40}|deployed with the product) \| ([^|;]+)/gm)]
    expect(rows).toHaveLength(18)
    const decided = rows.map(([, name, address, ids]) => [name, address, ids?.trim()])
    const registry = [...avalancheCollections, { ...ownCollection, address: 'deployed with the product' }]
    expect(new Set(registry.map(({ name, address, discovery }) => [name, address, idsTried(discovery)]))).toEqual(
      new Set(decided),
    )
  })
})
