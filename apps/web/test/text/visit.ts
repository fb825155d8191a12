import type { Address, Nft, Offer } from '@parley/domain'
import { createApiClient, type PageDeployment } from '@parley/protocol'
import { InjectedWallet, startRpcProxy, type GivenNft, type Member, type RpcProxy } from '@parley/testkit'
import { connect } from 'wagmi/actions'
import { vi } from 'vitest'
import { changeApproval } from '../../src/features/approvals/changeApproval.lazy.ts'
import { acceptAndMeet, runClose, runCreate } from '../../src/features/offers/offerActions.lazy.ts'
import type { Closing } from '../../src/features/offers/runSettlement.ts'
import { browserClock } from '../../src/services/browser.ts'
import { addTo, type HeldNft, type SideName } from '../../src/services/drafts.ts'
import { createLiveConnection } from '../../src/services/liveConnection.ts'
import { createSession, wordOf } from '../../src/services/openSession.ts'
import type { Session } from '../../src/services/Session.ts'
import { openStage, providerOf, type Stage } from '../actions/stage.ts'
import { furnish, patience, type Place, type Room } from './room.tsx'

/** Alice at a page of a real world. Chain, contract and server are real; only her wallet is simulated. */
export interface Visit extends Room {
  readonly stage: Stage
  readonly alice: Member
  readonly bob: Member
  /** One of Alice's ASO, which the escrow may move. She has another one in `alice.nfts`. */
  readonly own: GivenNft
  readonly wanted: GivenNft
  readonly wallet: InjectedWallet
  /** Puts NFTs on one side of the deal. */
  readonly lay: (side: SideName, ...nfts: readonly Nft[]) => void
  readonly type: (recipient: string) => void
  /** Presses CREATE SWAP OFFER. */
  readonly create: () => Promise<boolean>
  readonly approve: () => Promise<boolean>
  /** Presses Accept with these NFTs of unknown collections ticked. */
  readonly accept: (offer: Offer, confirmed?: readonly Nft[]) => Promise<boolean>
  readonly close: (kind: Closing['kind'], offer: Offer) => Promise<boolean>
  /** Creates an offer of five minutes by script: one for one. */
  readonly sentBy: (from: Member, to: Member) => Promise<Offer>
  /** Alice's to Bob, and the reverse. */
  readonly sent: () => Promise<Offer>
  readonly received: () => Promise<Offer>
}

/** How a visit differs from the ordinary one. */
export interface Circumstances {
  readonly config?: (built: PageDeployment) => PageDeployment
  /** Escrows that the server follows beside those that the page was built for. */
  readonly escrows?: readonly Address[]
  /** Alice's wallet isn't connected. */
  readonly disconnected?: true
  /** The escrow may not move her NFTs yet. */
  readonly unapproved?: true
  /** She waits as long as it takes, in a moment. */
  readonly hasty?: true
  /** Where her page reads the chain, if not from the chain itself. */
  readonly readsFrom?: () => string
  /** Her wallet; an ordinary one by default. */
  readonly walletOf?: (member: Member, stage: Stage) => Promise<InjectedWallet>
}

/** Pauses end at once, and have taken twenty times their time. What merely bounds a wait keeps it. */
function hastyClock(): Session['clock'] {
  let aheadMs = 0
  return {
    ...browserClock,
    now: () => browserClock.now() + aheadMs,
    sleep: (durationMs, signal) => {
      if (signal) return browserClock.sleep(durationMs, signal)
      aheadMs += 20 * durationMs
      return browserClock.sleep(1)
    },
  }
}

export async function visit(stage: Stage, place: Place, circumstances: Circumstances = {}): Promise<Visit> {
  const { cast, world } = stage
  const [alice, bob] = [await cast.member('aso', 'aso'), await cast.member('aso')]
  const [own] = alice.nfts
  const [wanted] = bob.nfts
  if (!own || !wanted) throw new Error('the cast is short of NFTs')
  if (!circumstances.unapproved) await cast.approve(alice, own)
  const wallet =
    (await circumstances.walletOf?.(alice, stage)) ??
    new InjectedWallet({ account: alice.address, rpcUrl: world.chain.url })
  const session = await sessionOf(stage, circumstances)
  const room = furnish(place, session)
  const { portal } = room
  install(wallet)
  if (!circumstances.disconnected) await connectTo(session)
  const draft = session.drafts.of(portal.key)
  const sentBy = async (from: Member, to: Member): Promise<Offer> => {
    if (from !== alice) await cast.approve(from, ...from.nfts)
    const id = await cast.offer(from, from.nfts.slice(0, 1), to.nfts.slice(0, 1), 300)
    return vi.waitFor(() => stage.offer(id), patience)
  }
  return {
    ...room,
    stage,
    alice,
    bob,
    own,
    wanted,
    wallet,
    lay: (side, ...nfts) => nfts.forEach((nft) => addTo(draft, side, heldOf(nft))),
    type: (recipientText) => draft.setState({ recipientText }),
    create: () => runCreate(session, portal),
    approve: () => changeApproval(session, portal, { kind: 'approve', contract: own.contract, escrow: world.escrow }),
    accept: (offer, confirmed = []) => acceptAndMeet(session, portal, { offer, confirmed }),
    close: (kind, offer) => runClose(session, portal, { kind, offer }),
    sentBy,
    sent: () => sentBy(alice, bob),
    received: () => sentBy(bob, alice),
  }
}

export interface VisitedStage extends Stage {
  /** A proxy of the chain, which a test can make fail. */
  readonly endpoint: RpcProxy
}

/** A world whose pages the document can be: its server isn't bound to the origin of the tests. */
export async function openVisitedStage(): Promise<VisitedStage> {
  const { settings } = browser()
  settings.fetch.disableSameOriginPolicy = true
  const url = location.href
  const stage = await openStage()
  const endpoint = await startRpcProxy(stage.world.chain.url)
  return {
    ...stage,
    endpoint,
    close: async () => {
      await endpoint.stop()
      await stage.close()
      settings.fetch.disableSameOriginPolicy = false
      browser().setURL(url)
    },
  }
}

interface Browser {
  readonly settings: { readonly fetch: { disableSameOriginPolicy: boolean } }
  readonly setURL: (url: string) => void
}

function browser(): Browser {
  return Reflect.get(window, 'happyDOM')
}

/** The deal is complete: one of hers for one of his. */
export function layDeal({ lay, type, own, wanted, bob }: Visit): void {
  lay('own', own)
  lay('friend', wanted)
  type(bob.address)
}

async function sessionOf(
  { world }: Stage,
  { config = (built) => built, escrows = [], readsFrom, hasty }: Circumstances,
): Promise<Session> {
  const built = config(world.builtFor)
  // As a browser that has the page from the server.
  browser().setURL(world.url)
  const api = createApiClient('')
  const told = await api.request('config')
  const strange = escrows.map((address) => ({ address }))
  const rpcUrls = readsFrom ? [readsFrom()] : told.rpcUrls
  const word = wordOf({ ...told, rpcUrls, escrows: [...told.escrows, ...strange] }, built)
  const session = createSession(built, api, createLiveConnection(''), word)
  return hasty ? { ...session, clock: hastyClock() } : session
}

/** Installs a wallet as `window.ethereum`. */
export function install(wallet: InjectedWallet): void {
  Reflect.set(window, 'ethereum', { ...providerOf(wallet), on: () => undefined, removeListener: () => undefined })
}

/** Connects what {@link install} has installed. */
export async function connectTo({ wagmi }: Session): Promise<void> {
  const [connector] = wagmi.connectors
  if (!connector) throw new Error('the page knows no wallet')
  await connect(wagmi, { connector })
}

function heldOf(nft: Nft): HeldNft {
  return { ...nft, name: `#${nft.tokenId}`, collectionName: 'ASO', image: '', verified: true, escrowedBy: null }
}
