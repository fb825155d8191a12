import type { OfferId } from '@parley/domain'
import type { Random } from '../art/random.ts'
import type { SimChain } from './chain/SimChain.ts'
import type { SimOffer } from './chain/SimState.ts'
import type { SimServer } from './simServer.ts'

/** What a visitor was answered. */
export interface Visit {
  readonly what: string
  readonly status: number
  readonly body: string
}

/** One request of the kind that pages and strangers send; some say what is so, some what is not. */
export async function visit(server: SimServer, chain: SimChain, random: Random): Promise<Visit> {
  const { state } = chain.head()
  const offers = [...state.offers.values()]
  const offer = offers[Math.floor(random() * offers.length)]
  const person = random.pick([0, 1, 2, 3, 4])
  const address = chain.genesis.people[person] ?? chain.genesis.escrow
  const dice = Math.floor(random() * 9)
  const id = offer?.id ?? unknownId
  const requests: readonly (readonly [string, string, (object | undefined)?])[] = [
    ['GET', `/api/swap-offers/user/${address}`],
    ['GET', `/api/swap-offers/creator/${address}`],
    ['GET', `/api/holdings/${address}`],
    ['GET', `/api/swap-offers/${random.chance(0.8) ? id : unknownId}`],
    ['GET', '/api/swap-offers/sync'],
    ['GET', '/api/swap-offers/fix-completed'],
    ['PATCH', `/api/swap-offers/${id}`, { status: 'completed', completedBy: address }],
    ['POST', '/api/swap-offers', offer && hintOf(offer)],
    ['GET', '/health'],
  ]
  const [method, url, payload] = requests[dice] ?? ['GET', '/health']
  const answer = await server.running.inject({
    method: method === 'POST' ? 'POST' : method === 'PATCH' ? 'PATCH' : 'GET',
    url,
    ...(payload ? { payload } : {}),
  })
  return { what: `${method} ${url}`, status: answer.statusCode, body: answer.body }
}

const unknownId: OfferId = `0x${'ab'.repeat(32)}`

function hintOf({ id, creator, recipient, offered, requested, coins, expiresAtS }: SimOffer): object {
  const [given, wanted] = [offered[0], requested[0]]
  return {
    offerId: id,
    creator,
    recipient,
    nftContractOffered: given?.contract ?? null,
    tokenIdOffered: given ? String(given.tokenId) : null,
    nftContractRequested: wanted?.contract ?? null,
    tokenIdRequested: wanted ? String(wanted.tokenId) : null,
    nftContractsOffered: offered.map(({ contract }) => contract),
    tokenIdsOffered: offered.map(({ tokenId }) => String(tokenId)),
    nftContractsRequested: requested.map(({ contract }) => contract),
    tokenIdsRequested: requested.map(({ tokenId }) => String(tokenId)),
    coinsOffered: String(coins.offeredWei),
    coinsRequested: String(coins.requestedWei),
    isActive: true,
    tokenIdA: given ? Number(given.tokenId) : null,
    tokenIdB: wanted ? Number(wanted.tokenId) : null,
    expiresAt: String(expiresAtS),
    myNftCount: offered.length,
    friendNftCount: requested.length,
  }
}
