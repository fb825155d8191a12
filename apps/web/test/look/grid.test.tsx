import { act, fireEvent, render, renderHook, screen } from '@testing-library/react'
import type { KeyboardEvent } from 'react'
import { describe, expect, it } from 'vitest'
import { FilterBar, useFiltered } from '../../src/features/holdings/FilterBar.tsx'
import { useGridKeys } from '../../src/features/holdings/NftGrid.tsx'
import { holdingsText } from '../../src/text/swap.lazy.ts'
import type { HeldNft } from '../../src/services/drafts.ts'

function nft(collectionName: string, tokenId: number, more: Partial<HeldNft> = {}): HeldNft {
  const contract = `0x${collectionName.charCodeAt(0).toString(16).repeat(20)}` as const
  const name = `${collectionName} #${tokenId}`
  return {
    contract,
    tokenId: BigInt(tokenId),
    name,
    collectionName,
    image: '',
    verified: true,
    escrowedBy: null,
    ...more,
  }
}

const held = nft('Dokyo', 7, { escrowedBy: `0x${'ab'.repeat(32)}` })
const wallet = [
  held,
  nft('Dokyo', 12),
  nft('Dokyo', 120),
  nft('chikn', 12),
  nft('FarmLand', 5, { name: 'Red Barn #5' }),
]

describe('given a wallet to pick from', () => {
  it('is sorted by a list that names the orders, on a wide screen with three collections too', () => {
    let names: readonly string[] = []
    function Bar() {
      const { filter, shown, collections } = useFiltered(wallet, () => false)
      names = shown.map(({ name }) => name)
      return <FilterBar filter={filter} collections={collections} total={wallet.length} />
    }
    render(<Bar />)
    const order = screen.getByRole<HTMLSelectElement>('combobox', { name: holdingsText.sortBy })
    expect(screen.getByRole('button', { name: holdingsText.more(1) })).toBeDefined()
    expect([...order.options].map(({ textContent }) => textContent)).toEqual(['Collection', 'Name', 'ID'])
    fireEvent.change(order, { target: { value: 'id' } })
    expect(order.value).toBe('id')
    expect(names[0]).toBe('Red Barn #5')
  })

  it('counts by collection, the largest first', () => {
    const { result } = renderHook(() => useFiltered(wallet, () => false))
    expect(result.current.collections.map(({ name, count }) => `${name} ${count}`)).toEqual([
      'Dokyo 3',
      'chikn 1',
      'FarmLand 1',
    ])
  })

  it.each([
    ['12', [12n, 120n, 12n]],
    ['#120', [120n]],
    ['barn', [5n]],
    ['CHIKN', [12n]],
    ['zebra', []],
  ])('when %s is searched for, then ids and names are looked at', (search, ids) => {
    const { result } = renderHook(() => useFiltered(wallet, () => false))
    act(() => result.current.filter.setSearch(search))
    expect(result.current.shown.map((one) => one.tokenId)).toEqual(ids)
  })

  it('is sorted by name or by id on request, with the chosen first and the escrowed last', () => {
    const { result } = renderHook(() => useFiltered(wallet, (one) => one.tokenId === 120n))
    const ids = () => result.current.shown.map((one) => one.tokenId)
    act(() => result.current.filter.setOrder('id'))
    expect(ids()).toEqual([120n, 5n, 12n, 12n, 7n])
    act(() => result.current.filter.setOrder('name'))
    expect(result.current.shown.map((one) => one.name)).toEqual([
      'Dokyo #120',
      'chikn #12',
      'Dokyo #12',
      'Red Barn #5',
      'Dokyo #7',
    ])
    act(() => result.current.filter.setOrder('collection'))
    expect(ids()).toEqual([120n, 12n, 12n, 5n, 7n])
  })

  it('is sorted by when its NFTs were received, those of unknown age last', () => {
    const dated = wallet.map((one, at) => ({ ...one, receivedBlock: [900, undefined, 30, 400, 31][at] }))
    const { result } = renderHook(() => useFiltered(dated, () => false))
    act(() => result.current.filter.setOrder('received'))
    expect(result.current.shown.map((one) => one.receivedBlock)).toEqual([400, 31, 30, undefined, 900])
  })

  it('offers no order by age where nothing tells it, and goes back to the first one', () => {
    const dated: readonly HeldNft[] = wallet.map((one) => ({ ...one, receivedBlock: 5 }))
    const { result, rerender } = renderHook(({ nfts }) => useFiltered(nfts, () => false), {
      initialProps: { nfts: dated },
    })
    act(() => result.current.filter.setOrder('received'))
    rerender({ nfts: wallet })
    expect(result.current.filter.order).toBe('collection')
    expect(result.current.filter.orders).not.toContain('received')
  })

  it('puts the chosen first and the escrowed last, without moving tiles while one picks', () => {
    let chosen: bigint[] = [120n]
    const { result, rerender } = renderHook(() => useFiltered(wallet, (one) => chosen.includes(one.tokenId)))
    const first = result.current.shown
    expect(first[0]?.tokenId).toBe(120n)
    expect(first.at(-1)).toBe(held)
    chosen = [120n, 5n]
    rerender()
    expect(result.current.shown).toBe(first)
    act(() => result.current.filter.setSearch('a'))
    act(() => result.current.filter.reset())
    expect(result.current.shown.slice(0, 2).map((one) => one.tokenId)).toEqual([120n, 5n])
  })
})

describe('given ten tiles in rows of four', () => {
  function keys() {
    const toggled: number[] = []
    const ranges: [number, number][] = []
    const { result } = renderHook(() =>
      useGridKeys({
        count: 10,
        columns: 4,
        onToggle: (position) => toggled.push(position),
        onRange: (from, to) => ranges.push([from, to]),
        onMove: () => undefined,
      }),
    )
    const press = (key: string, shiftKey = false): void => {
      const event = { key, shiftKey, ctrlKey: false, metaKey: false, altKey: false, preventDefault: () => undefined }
      act(() => result.current.onKeyDown(event as unknown as KeyboardEvent))
    }
    return { result, press, toggled, ranges }
  }

  it('moves with the arrows and stops at the edges', () => {
    const { result, press } = keys()
    for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowDown']) press(key)
    expect(result.current.current).toBe(9)
    press('Home')
    expect(result.current.current).toBe(0)
    press('End')
    expect(result.current.current).toBe(9)
  })

  it('toggles with space, and leaves enter to the details', () => {
    const { press, toggled } = keys()
    press(' ')
    press('ArrowRight')
    press('Enter')
    expect(toggled).toEqual([0])
  })

  it('chooses a range with shift, from where the last choice was', () => {
    const { press, ranges } = keys()
    press('ArrowRight')
    press('ArrowDown', true)
    press('ArrowRight', true)
    expect(ranges).toEqual([
      [1, 5],
      [1, 6],
    ])
  })
})
