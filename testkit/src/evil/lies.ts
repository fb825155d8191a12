import type { Address, Nft, OfferId } from '@parley/domain'
import type {
  IceAnswer,
  LiveEvent,
  WireConfig,
  WireEscrowRecord,
  WireHoldings,
  WireNft,
  WireOffer,
  WireStats,
} from '@parley/protocol'
import type { Random } from '../art/random.ts'

const tenYearsS = 315_360_000
/** By how much a liar moves an expiry. */
export const expiryShiftsS = [-tenYearsS, -3_600, 3_600, tenYearsS] as const

/** What a liar knows and wants. */
export interface Scheme {
  /** A malicious contract: it answers whatever helps, and takes what it is approved for. */
  readonly thief: Address
  /** A more or less valuable NFT to show in place of those in the deal. */
  readonly bait: Nft
  /** Who is said to hold it. */
  readonly pretender: Address
  /** Seconds added to or taken from an offer's expiry. */
  readonly shiftS: number
  /** A real offer, but not the requested one. */
  readonly otherOffer: OfferId
  /** The liar's endpoint. */
  readonly endpoint: string
  /** The real collections. A liar passes one off as another. */
  readonly collections: readonly { readonly address: Address; readonly name: string }[]
  readonly random: Random
}

/** How one lie alters the server's answers; those not named stay as they are. */
export interface ServerLie {
  readonly config?: (config: WireConfig, scheme: Scheme) => object
  readonly offer?: (offer: WireOffer, scheme: Scheme) => WireOffer
  readonly holdings?: (holdings: WireHoldings, scheme: Scheme) => WireHoldings
  readonly nft?: (nft: WireNft, scheme: Scheme) => WireNft
  readonly stats?: (stats: WireStats) => WireStats
  readonly record?: (record: WireEscrowRecord) => WireEscrowRecord
  readonly ice?: (ice: IceAnswer) => IceAnswer
  /** The NFT whose picture replaces the requested one. */
  readonly picture?: (scheme: Scheme) => Nft
  /** Sent to every open page as soon as it subscribes. */
  readonly events?: (scheme: Scheme) => readonly LiveEvent[]
}

/** Picks a random collection other than this one. */
function otherName({ collections, random }: Scheme, contract: Address): string {
  const others = collections.filter(({ address }) => address !== contract)
  return others[Math.floor(random() * others.length)]?.name ?? 'Dokyo'
}

function wireNft({ contract, tokenId }: Nft) {
  return { contract, tokenId: String(tokenId), collectionName: '' }
}

function offerOf(offer: WireOffer, side: 'Offered' | 'Requested', { contract, tokenId }: Nft): WireOffer {
  const [contracts, ids] = [[contract], [String(tokenId)]]
  return side === 'Offered'
    ? {
        ...offer,
        nftContractsOffered: contracts,
        tokenIdsOffered: ids,
        nftContractOffered: contract,
        tokenIdOffered: String(tokenId),
      }
    : {
        ...offer,
        nftContractsRequested: contracts,
        tokenIdsRequested: ids,
        nftContractRequested: contract,
        tokenIdRequested: String(tokenId),
      }
}

/** Every lie of a server, by subject. */
export const serverLies = {
  'names another escrow first': {
    config: (config, { thief }) => ({ ...config, escrows: [{ address: thief, codeHash: null }, ...config.escrows] }),
  },
  'names another escrow alone': { config: (config, { thief }) => ({ ...config, escrows: [{ address: thief }] }) },
  'names another chain': { config: (config) => ({ ...config, chainId: 1, network: 'fuji' }) },
  'names its own endpoint': { config: (config, { endpoint }) => ({ ...config, rpcUrls: [endpoint] }) },
  'names its own collections, explorer and coin': {
    config: (config, { thief }) => ({
      ...config,
      chainName: 'Avalanche',
      explorerUrl: 'https://explorer.example',
      nativeCurrency: { name: 'Avalanche', symbol: 'AVAX', decimals: 6 },
      multicall3: thief,
      collections: [{ key: 'dokyo', name: 'Dokyo', address: thief, discovery: { kind: 'enumerable' } }],
    }),
  },
  'shows what is offered as something better': { offer: (offer, { bait }) => offerOf(offer, 'Offered', bait) },
  'shows what is requested as something else': { offer: (offer, { bait }) => offerOf(offer, 'Requested', bait) },
  'shows an offer under the id of another': { offer: (offer, { otherOffer }) => ({ ...offer, offerId: otherOffer }) },
  'shows an offer in another escrow': { offer: (offer, { thief }) => ({ ...offer, escrow: thief }) },
  'shows other parties': { offer: (offer) => ({ ...offer, creator: offer.recipient, recipient: offer.creator }) },
  'shows another expiry': {
    offer: (offer, { shiftS }) => ({ ...offer, expiresAt: String(Number(offer.expiresAt) + shiftS) }),
  },
  'shows other coins': {
    offer: (offer, { random }) => {
      const [more, less] = ['1000000000000000000', '0']
      return random() < 0.5
        ? { ...offer, coinsOffered: more, coinsRequested: less }
        : { ...offer, coinsOffered: less, coinsRequested: more }
    },
  },
  'shows open offers as closed': { offer: (offer) => ({ ...offer, isActive: false, status: 'completed' }) },
  'shows NFTs as left behind': {
    offer: (offer, { bait }) => ({
      ...offer,
      isActive: false,
      status: 'cancelled',
      unreturned: [wireNft(bait)],
    }),
  },
  'calls NFTs by another collection’s name': {
    holdings: (holdings, scheme) => ({
      ...holdings,
      nfts: holdings.nfts.map((nft) => {
        const name = otherName(scheme, nft.contract)
        return { ...nft, name: `${name} #1`, collectionName: name, image: `/api/nft/${scheme.bait.contract}/1/image` }
      }),
    }),
    nft: (nft, scheme) => {
      const name = otherName(scheme, nft.contract)
      return { ...nft, name: `${name} #1`, collectionName: name }
    },
  },
  'hides the name under invisible characters': {
    holdings: (holdings) => ({
      ...holdings,
      nfts: holdings.nfts.map((nft) => ({ ...nft, name: `\u202E${nft.name}\u2066`, collectionName: '\u200B' })),
    }),
    nft: (nft) => ({ ...nft, name: `\u202E${nft.name}`, collectionName: '\u200B' }),
  },
  'says that a wallet holds what is another’s': {
    holdings: (holdings, { bait, pretender }) =>
      holdings.address === pretender
        ? { ...holdings, nfts: [{ ...wireNft(bait), name: 'A gift', image: '', escrowedBy: null }, ...holdings.nfts] }
        : holdings,
  },
  'says that a wallet holds NFTs of a contract of its own': {
    holdings: (holdings, { thief }) => ({
      ...holdings,
      nfts: holdings.nfts.map((nft) => ({ ...nft, contract: thief })),
    }),
  },
  'serves other pictures': { picture: ({ bait }) => bait },
  'counts trades that never were': {
    stats: (stats) => ({ ...stats, totalCompleted: stats.totalCompleted + 1_000_000 }),
  },
  'tells of an escrow’s record that never was': { record: (record) => ({ ...record, openOffers: 1_000_000 }) },
  'names its own relays': {
    ice: (ice) => ({
      ...ice,
      relay: true,
      iceServers: [{ urls: ['turn:relay.example:3478'], username: 'a', credential: 'b' }],
    }),
  },
  'tells of what never happened, at a time that is not': {
    events: ({ thief, otherOffer, random }) => [
      {
        type: 'head',
        block: 1_000_000_000,
        timestamp: Math.floor(Date.now() / 1000) + random.pick([-tenYearsS, tenYearsS]),
      },
      { type: 'offer', offerId: otherOffer, creator: thief, recipient: thief },
      { type: 'escrow', escrow: thief },
      { type: 'holdings', addresses: [thief] },
    ],
  },
} as const satisfies Readonly<Record<string, ServerLie>>

export type ServerLieName = keyof typeof serverLies
export const serverLieNames = Object.keys(serverLies).filter((name): name is ServerLieName => name in serverLies)
