import { nftKey } from '@parley/domain'
import { type Answer, type contextRoutes, createApiClient, imageUrl } from '@parley/protocol'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { encodeFunctionData, erc721Abi, pad } from 'viem'
import { describe, expect, it, vi } from 'vitest'
import { NftGrid } from '../../src/features/holdings/NftGrid.tsx'
import NftDetails from '../../src/features/holdings/NftDetails.lazy.tsx'
import { queryKeys } from '../../src/services/queries.ts'
import { traitsQuery } from '../../src/services/traitsQuery.ts'
import { held } from '../text/givenLists.ts'
import { alice, bob, offerId, openRoom, withExplorer } from '../text/room.tsx'

const nft = { ...held(7n), image: imageUrl(held(7n), '256', 'i000000007') }

/** The details of the only tile of a grid. */
function openDetails(swaps: Answer<'nftSwaps', typeof contextRoutes> | null, room = openRoom('general')): HTMLElement {
  if (swaps) room.session.queries.setQueryData([...queryKeys.nft(nftKey(nft)), 'swaps'], swaps)
  const list = document.createElement('div')
  list.innerHTML = '<i id="tile" data-position="0"></i>'
  list.setAttribute('aria-activedescendant', 'tile')
  document.body.append(list)
  room.show(<NftDetails list={{ current: list }} nfts={[nft]} />)
  fireEvent.keyDown(list, { key: 'Enter' })
  list.remove()
  return screen.getByRole('dialog')
}

const swap = { offerId, from: alice, to: bob, at: '2026-11-21T18:40:00.000Z', txHash: null } as const

describe('given the details of an NFT', () => {
  it('link the NFT, its contract and its owner to the block explorer', async () => {
    const bare = openRoom('general')
    cleanup()
    bare.calls.set(encodeFunctionData({ abi: erc721Abi, functionName: 'ownerOf', args: [nft.tokenId] }), pad(bob))
    const dialog = openDetails({ success: true, swaps: [], hasMore: false }, withExplorer(bare))
    const linked = async (name: RegExp) => (await within(dialog).findByRole('link', { name })).getAttribute('href')
    expect(await linked(new RegExp(nft.contract))).toBe(`https://explorer.test/address/${nft.contract}`)
    expect(await linked(new RegExp(bob))).toBe(`https://explorer.test/address/${bob}`)
    expect(await linked(/^View on/i)).toBe(`https://explorer.test/token/${nft.contract}?a=7`)
  })

  it('lead to the picture in full size once it has loaded, and to none that is missing', () => {
    const dialog = openDetails({ success: true, swaps: [], hasMore: false })
    const link = () => within(dialog).queryByRole('link', { name: 'Full size: ASO #7' })
    expect(link()).toBeNull()
    const picture = within(dialog).getByRole('img', { name: 'ASO #7' })
    expect(picture.getAttribute('src')).toBe(imageUrl(nft, '1024', 'i000000007'))
    fireEvent.load(picture)
    expect(link()?.getAttribute('href')).toBe(imageUrl(nft, 'original', 'i000000007'))
    cleanup()
    const failing = openDetails({ success: true, swaps: [], hasMore: false })
    for (const _ of ['first', 'again']) fireEvent.error(within(failing).getByRole('img', { name: 'ASO #7' }))
    expect(within(failing).queryByRole('link', { name: 'Full size: ASO #7' })).toBeNull()
  })

  it('lists its swaps here, newest first, each with its day, both people and the way to it', () => {
    const undated = { ...swap, offerId: `0x${'cd'.repeat(32)}`, from: bob, to: alice, at: null } as const
    const dialog = openDetails({ success: true, swaps: [swap, undated], hasMore: true })
    const [first, second, ...more] = within(dialog)
      .getAllByRole('listitem')
      .filter((item) => item.querySelector('a[href^="/p2p/"]'))
    expect(more).toEqual([])
    expect(first?.textContent).toMatch(/21 Nov 2026.*from 0x7099…79C8 to 0x3C44…93BC/)
    expect(first?.querySelector('a')?.getAttribute('href')).toBe(`/p2p/${offerId}`)
    expect(second?.textContent).toMatch(/See the swap from 0x3C44…93BC to 0x7099…79C8/)
    expect(dialog.textContent).toContain('Older swaps aren’t listed.')
  })

  it('open once their code is there, where Enter was pressed before it', async () => {
    const room = openRoom('general')
    const onToggle = vi.fn<() => void>()
    const grid = { label: 'Yours', itemLabel: () => null, onToggle, onChooseAll: () => undefined, missingLabel: '' }
    room.show(<NftGrid {...grid} nfts={[held(6n), nft]} />)
    const list = screen.getByRole('listbox', { name: 'Yours' })
    list.focus()
    for (const key of ['ArrowRight', 'Enter']) fireEvent.keyDown(list, { key })
    expect(await screen.findByRole('dialog', { name: 'ASO #7' })).toBeDefined()
    expect(onToggle).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  })

  it('don’t open over something else that has the focus by then', () => {
    const room = openRoom('general')
    const list = document.createElement('div')
    room.show(<NftDetails list={{ current: list }} nfts={[nft]} awaited={{ current: nft }} />)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('stay when a turned phone draws its grid again, and close with the last grid that has the NFT', async () => {
    const room = openRoom('general')
    const list = document.createElement('div')
    list.innerHTML = '<i id="tile" data-position="0"></i>'
    list.setAttribute('aria-activedescendant', 'tile')
    document.body.append(list)
    const grid = (layout: string, nfts = [nft]) => <NftDetails key={layout} list={{ current: list }} nfts={nfts} />
    room.show(grid('phone'))
    fireEvent.keyDown(list, { key: 'Enter' })
    room.show(grid('desktop'))
    await new Promise((resolve) => setTimeout(resolve))
    expect(screen.getByRole('dialog')).toBeDefined()
    room.show(grid('other tab', [held(8n)]))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await new Promise((resolve) => setTimeout(resolve))
    room.show(grid('phone'))
    expect(screen.queryByRole('dialog')).toBeNull()
    list.remove()
  })

  it('says that there was none', () => {
    expect(openDetails({ success: true, swaps: [], hasMore: false }).textContent).toContain(
      'Nobody has swapped it here',
    )
  })

  it('takes traits for unknown where the metadata is at fault', async () => {
    const answer = {
      success: true,
      contract: nft.contract,
      tokenId: '7',
      name: 'ASO #7',
      collectionName: 'ASO',
      image: '/7',
      attributes: [],
    }
    const read = (body: object) => {
      const api = createApiClient('http://127.0.0.1:9', { fetch: async () => Response.json(body) })
      return openRoom('general').session.queries.fetchQuery(traitsQuery(api, nft))
    }
    expect(await read(answer)).toEqual([])
    await expect(read({ ...answer, metadata: 'unread' })).rejects.toThrow('cannot be read')
  })

  it('says that they could not be read', async () => {
    const dialog = openDetails(null)
    expect(await within(dialog).findByText('Its swaps couldn’t be read.')).toBeTruthy()
  })
})
