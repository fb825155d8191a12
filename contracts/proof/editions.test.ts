import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { toEventSelector, toFunctionSelector, type Abi } from 'viem'
import { formatAbiItem } from 'viem/utils'
import { describe, expect, it } from 'vitest'
import { compile, contractsRoot } from '../build/index.ts'
import { firstEdition } from './gas/index.ts'

type Item = Exclude<Abi[number], { readonly type: 'constructor' | 'fallback' | 'receive' }>

const page = readFileSync(join(contractsRoot, '../docs/decisions/contract.md'), 'utf8')
const second = named(compile(['src/SwapEscrow.sol'])('SwapEscrow').abi)
const first = named(firstEdition.abi)

/** Functions, events and errors by kind and signature. */
function named(abi: Abi): ReadonlyMap<string, Item> {
  const items = abi.flatMap((item) => ('name' in item ? [item] : []))
  return new Map(items.map((item) => [`${item.type} ${formatAbiItem(item)}`, item]))
}

/** What callers and log readers rely on. Solidity's internal type names aren't part of it. */
function promises(item: Item | undefined): unknown {
  return JSON.parse(JSON.stringify(item ?? null, (key, value: unknown) => (key === 'internalType' ? undefined : value)))
}

function line(item: Item): string {
  const mutability = item.type === 'function' ? ` ${item.stateMutability}` : ''
  return `${item.type} ${formatAbiItem(item, { includeName: true })}${mutability}`
}

describe('the second edition beside the first', () => {
  it('has every function, event and error of the first, with the same names, types and topics', () => {
    expect(first.size).toBe(72)
    for (const [name, item] of first) expect(promises(second.get(name)), name).toEqual(promises(item))
  })

  it('adds what the page about the contract lists', () => {
    const added = [...second].flatMap(([name, item]) => (first.has(name) ? [] : [line(item)]))
    const [, listed = ''] = /^\*\*E6\. .*?\n\n```\n(.*?)```/ms.exec(page) ?? []
    expect(listed.trim().split('\n')).toEqual(added.toSorted())
  })
})

describe('the record of the first edition', () => {
  it('names functions that its code compares selectors with, and events that its code emits', () => {
    for (const item of firstEdition.abi) {
      if (item.type !== 'function' && item.type !== 'event') continue
      const key = item.type === 'function' ? toFunctionSelector(item) : toEventSelector(item)
      expect(firstEdition.creationCode, item.name).toContain(key.slice(2).replace(/^(00)+/, ''))
    }
  })
})
