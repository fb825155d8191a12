import type { Nft } from '@parley/domain'
import { createApiClient, imageUrl, type WireNft } from '@parley/protocol'
import { render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { useDescribed } from '../src/features/offers/useDescribed.ts'
import { openPortal } from '../src/portals/openPortal.ts'
import { generalPortal, generalRoute } from '../src/portals/portalRoutes.ts'
import type { DocumentOffer } from '../src/services/documentData.ts'
import { createSession } from '../src/services/openSession.ts'
import { Picture } from '../src/ui/Picture.tsx'
import { nobodysConfig } from './given/nobodysConfig.ts'
import { Surroundings } from './given/Surroundings.tsx'
import { offered } from './text/givenLists.ts'

const dokyo = '0x54C800d2331E10467143911aabCa092d68bF4166'
const nft: Nft = { contract: dokyo, tokenId: 7n }
const key = `${dokyo.toLowerCase()}/7`
const [old, revealed] = ['i000000001', 'i000000002']
const collection = { key: 'dokyo', name: 'Dokyo', address: dokyo, discovery: { kind: 'enumerable' } } as const

interface Shown {
  readonly from?: Nft & { readonly image?: string }
  readonly carried?: DocumentOffer
  /** The version that the server names; null: none. */
  readonly told: string | null
}

/** The print of an NFT, whose server answers once `answer` is called. */
function show({ from = nft, carried, told }: Shown) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const body: WireNft = {
    success: true,
    contract: dokyo,
    tokenId: '7',
    name: 'Revealed',
    collectionName: 'Dokyo',
    image: imageUrl(nft, '1024', told ?? undefined),
    attributes: [],
  }
  const api = createApiClient('http://127.0.0.1:9', {
    fetch: async () => {
      await promise
      return Response.json(body)
    },
  })
  function Print(): ReactNode {
    const [shown] = useDescribed([from], carried)
    return <Picture src={shown?.image ?? ''} alt={shown?.name ?? ''} missingLabel="No Image" />
  }
  render(
    <Surroundings
      session={createSession(nobodysConfig(collection), api)}
      portal={openPortal(generalRoute, generalPortal)}
    >
      <Print />
    </Surroundings>,
  )
  const element = screen.getByRole('img')
  return {
    before: element.getAttribute('src'),
    async after() {
      resolve()
      await waitFor(() => expect(screen.getByRole('img').getAttribute('alt')).toBe('Revealed'))
      // A new element would be empty until its picture has loaded.
      expect(screen.getByRole('img')).toBe(element)
      return element.getAttribute('src')
    },
  }
}

it('shows an NFT at the address of the version that its wallet’s list names, and of a newer one once the server names that', async () => {
  const print = show({ from: { ...nft, image: imageUrl(nft, '256', old) }, told: revealed })
  expect(print.before).toBe(imageUrl(nft, '512', old))
  expect(await print.after()).toBe(imageUrl(nft, '512', revealed))
})

it('shows an offer’s NFT at the address that its document preloads', async () => {
  const carried = { offer: offered(), names: {}, pictures: { [key]: old }, nowS: 0 }
  const print = show({ carried, told: old })
  expect(print.before).toBe(imageUrl(nft, '512', old))
  expect(await print.after()).toBe(print.before)
})

it('shows an NFT without a version where no one knows it', async () => {
  const print = show({ told: null })
  expect(print.before).toBe(imageUrl(nft, '512'))
  expect(await print.after()).toBe(print.before)
})
