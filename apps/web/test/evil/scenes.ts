import { setCreationPausedCall } from '@parley/chain'
import { findCollection, type Address, type Nft, type Offer, type OfferId } from '@parley/domain'
import { offerFromWire, isBuiltFor } from '@parley/protocol'
import type { Member } from '@parley/testkit'
import { collectionsToApprove } from '../../src/features/approvals/collectionApprovals.ts'
import { onChainCheckQuery, offerQuery } from '../../src/features/offers/useOffer.ts'
import { offersQuery } from '../../src/features/offers/offersQuery.ts'
import {
  acceptOffer,
  cancelOffer,
  claimReturned,
  recoverExpired,
  returnExpired,
  sendHome as sendHomeFlow,
} from '../../src/actions/settleOffer.ts'
import { createOffer } from '../../src/actions/createOffer.ts'
import { requireWallet } from '../../src/actions/chainChecks.ts'
import { transact } from '../../src/actions/transact.ts'
import { approveCollection, revokeCollection } from '../../src/actions/setApproval.ts'
import { offerPermissions } from '../../src/pages/offer/offerPermissions.ts'
import { generalRoute, generalPortal } from '../../src/portals/portalRoutes.ts'
import { openPortal } from '../../src/portals/openPortal.ts'
import { draftToDeal } from '../../src/features/offers/offerActions.lazy.ts'
import { addTo, commitRecipient } from '../../src/services/drafts.ts'
import { holdingsQuery } from '../../src/services/holdingsQuery.ts'
import { describedNft } from '../../src/services/nftView.ts'
import type { Session } from '../../src/services/Session.ts'
import { honestlyKnown, listed } from './honestly.ts'
import { labelOf, showFee, type EvilStage, type Visitor } from './evilStage.ts'
import type { Sight } from './sights.ts'

export const portal = openPortal(generalRoute, generalPortal)

/** A fact on chain, and a visitor who views it through a page. */
export interface Scene {
  readonly who: Pick<Member, 'address'>
  /** An unrelated NFT. */
  readonly bait: Nft
  /** The wallet that a liar names as its owner. */
  readonly pretender: Address
  /** Another offer between the same two. */
  readonly otherOffer: OfferId
  /** What they come to see; null if the page offers nothing to press. */
  readonly look: (visitor: Visitor) => Promise<Sight | null>
}

interface Parties {
  readonly alice: Member
  readonly bob: Member
  readonly bait: Nft
  readonly pretender: Address
}

interface Offered extends Parties {
  readonly id: OfferId
  readonly otherOffer: OfferId
}

const noOffer: OfferId = `0x${'12'.repeat(32)}`
/** Long enough for time to be moved many times. */
const offerLifeS = 7 * 86_400

async function parties({ cast, world }: EvilStage): Promise<Parties> {
  const alice = await cast.member('dokyo', 'steady')
  const bob = await cast.member('hoppers', 'furks')
  const [bait] = world.collections.startingNfts('alice', 'the-salvors')
  if (!bait) throw new Error('the world is short of NFTs')
  return { alice, bob, bait, pretender: bob.address }
}

/** Two offers of Alice's to Bob, of one NFT for one each; he has approved what he would give. */
async function offered(stage: EvilStage, lifeS = offerLifeS): Promise<Offered> {
  const { cast } = stage
  const found = await parties(stage)
  const { alice, bob } = found
  await cast.approve(alice, ...alice.nfts)
  await cast.approve(bob, ...bob.nfts)
  const [own, otherOwn] = alice.nfts
  const [wanted, otherWanted] = bob.nfts
  if (!own || !otherOwn || !wanted || !otherWanted) throw new Error('the cast is short of NFTs')
  const otherOffer = await cast.offer(alice, [otherOwn], [otherWanted], lifeS)
  const id = await cast.offer(alice, [own], [wanted], lifeS)
  await honestlyKnown(stage, id, (offer) => offer.isActive)
  return { ...found, id, otherOffer }
}

const shortLifeS = 300

async function pastExpiry({ world }: EvilStage): Promise<void> {
  await world.clock.advance(shortLifeS + 100)
}

async function heldBy({ queries, ...session }: Session, { address }: Pick<Member, 'address'>) {
  const { nfts } = await queries.fetchQuery(holdingsQuery({ queries, ...session }, portal, address))
  return nfts.filter(({ escrowedBy }) => escrowedBy === null)
}

/** Alice offers the first that her side of the table shows for the first on Bob's. */
async function create(stage: EvilStage): Promise<Scene> {
  const { alice, bob, ...rest } = await parties(stage)
  await stage.cast.approve(alice, ...alice.nfts)
  await Promise.all([listed(stage, alice), listed(stage, bob)])
  const look = async ({ session, tools }: Visitor): Promise<Sight | null> => {
    const [mine, theirs] = [await heldBy(session, alice), await heldBy(session, bob)]
    const [[own], [wanted], [escrow]] = [mine, theirs, session.config.escrows]
    if (!own || !wanted || !escrow) return null
    const draft = session.drafts.of(portal.key)
    draft.setState({ recipientText: bob.address })
    commitRecipient(draft)
    addTo(draft, 'own', own)
    addTo(draft, 'friend', wanted)
    const deal = draftToDeal(session, portal)
    return {
      doing: 'create',
      calls: 'createSwapOffer',
      gives: [labelOf(own)],
      gets: [labelOf(wanted)],
      feeWei: await showFee(session, escrow.address),
      recipient: bob.address,
      press: () => createOffer(tools, deal, mine),
    }
  }
  return { ...rest, who: alice, otherOffer: noOffer, look }
}

const acts = {
  accept: { calls: 'acceptSwapOffer', run: (tools, offer) => acceptOffer(tools, offer, []) },
  cancel: { calls: 'cancelSwapOffer', run: cancelOffer },
  recover: { calls: 'cancelExpiredOffer', run: recoverExpired },
  return: { calls: 'cancelExpiredOffer', run: returnExpired },
  sendHome: { calls: 'sendHome', run: sendHomeFlow },
  claim: { calls: 'claimReturned', run: claimReturned },
} as const satisfies Record<string, { calls: string; run: (tools: Visitor['tools'], offer: Offer) => Promise<unknown> }>

/** The act that the page offers on an offer at this moment, with every NFT as a row shows it. */
async function sightOf(
  stage: EvilStage,
  { session, tools }: Visitor,
  viewer: Address,
  offer: Offer | undefined,
): Promise<Sight | null> {
  const act = offer && offerPermissions(offer, viewer, await stage.world.clock.nowS(), [], 2).act
  if (!offer || !act) return null
  const fee = await showFee(session, offer.escrow)
  const isFree = act === 'cancel' || act === 'claim' || act === 'sendHome'
  const labels = (nfts: readonly Nft[]) => Promise.all(nfts.map((nft) => label(session, nft)))
  return {
    doing: act,
    calls: acts[act].calls,
    gives: act === 'accept' ? await labels(offer.requested) : [],
    gets: await labels(act === 'claim' ? offer.unreturned : offer.offered),
    feeWei: isFree ? 0n : fee,
    expiresAtS: offer.expiresAtS,
    press: () => acts[act].run(tools, offer),
  }
}

async function label({ api, config }: Session, nft: Nft): Promise<string> {
  const params = { contract: nft.contract, tokenId: String(nft.tokenId) }
  const told = await api.request('nft', { params }).catch(() => null)
  return labelOf(describedNft(nft, config.collections, { name: told?.name, image: '' }))
}

/** The first offer of the list that the page shows in a role. */
async function firstOf({ session }: Visitor, role: 'creator' | 'recipient', viewer: Address) {
  const { offers } = await session.queries.fetchQuery(offersQuery(session, role, viewer))
  return offers[0]
}

async function accept(stage: EvilStage, lifeS = offerLifeS): Promise<Scene> {
  const { bob, ...rest } = await offered(stage, lifeS)
  const look = async (visitor: Visitor) =>
    sightOf(stage, visitor, bob.address, await firstOf(visitor, 'recipient', bob.address))
  return { ...rest, who: bob, look }
}

async function cancel(stage: EvilStage, lifeS = offerLifeS): Promise<Scene> {
  const { alice, ...rest } = await offered(stage, lifeS)
  const look = async (visitor: Visitor) =>
    sightOf(stage, visitor, alice.address, await firstOf(visitor, 'creator', alice.address))
  return { ...rest, who: alice, look }
}

/** The page of one offer shows the chain's terms where the server tells of others. */
async function cancelThere(stage: EvilStage): Promise<Scene> {
  const { alice, id, ...rest } = await offered(stage)
  const look = async (visitor: Visitor) => {
    const { queries } = visitor.session
    const answer = await queries.fetchQuery(offerQuery(visitor.session, id)).catch(() => null)
    if (answer?.kind !== 'found') return null
    const word = await queries.fetchQuery(onChainCheckQuery(visitor.session, answer.offer))
    const offer = word.state === 'differs' ? { ...answer.offer, ...word.terms } : answer.offer
    return sightOf(stage, visitor, alice.address, offer)
  }
  return { ...rest, who: alice, look }
}

async function recover(stage: EvilStage): Promise<Scene> {
  const scene = await cancel(stage, shortLifeS)
  await pastExpiry(stage)
  return scene
}

async function sendHome(stage: EvilStage): Promise<Scene> {
  const scene = await accept(stage, shortLifeS)
  await pastExpiry(stage)
  return scene
}

/** Alice has cancelled while the collection let nothing go; it does again. */
async function claim(stage: EvilStage): Promise<Scene> {
  const { alice, id, ...rest } = await offered(stage)
  const { client } = stage.world.chain
  const [own] = alice.nfts
  const bytecode = own && (await client.getCode({ address: own.contract }))
  if (!own || !bytecode) throw new Error('the cast is short of NFTs')
  // PUSH1 0 PUSH1 0 REVERT
  await client.setCode({ address: own.contract, bytecode: '0x60006000fd' })
  await stage.cast.callEscrow(alice, 'cancelSwapOffer', [id])
  await client.setCode({ address: own.contract, bytecode })
  await honestlyKnown(stage, id, ({ unreturned }) => unreturned.length > 0)
  const look = async (visitor: Visitor) => {
    const { api, config } = visitor.session
    const { offers } = await api.request('offersByUser', { params: { address: alice.address } })
    const mine = offers.filter(({ escrow }) => isBuiltFor(config, escrow)).map(offerFromWire)
    const waiting = mine.find(({ settlement, unreturned }) => settlement && unreturned.length > 0)
    return sightOf(stage, visitor, alice.address, waiting)
  }
  return { ...rest, who: alice, look }
}

/** The first collection that the panel names, turned the way its button says. */
async function approval(stage: EvilStage, doing: 'approve' | 'revoke'): Promise<Scene> {
  const { alice, bait } = await parties(stage)
  await listed(stage, alice)
  if (doing === 'revoke') await stage.cast.approve(alice, ...alice.nfts)
  const look = async ({ session, tools }: Visitor): Promise<Sight | null> => {
    const { config, formatter } = session
    const held = await heldBy(session, alice)
    const [subject] = collectionsToApprove({ given: [], held, collections: config.collections, formatter })
    const [escrow] = config.escrows
    if (!subject || !escrow) return null
    const request = { contract: subject.contract, escrow: escrow.address, slowToConfirm: false }
    const run = doing === 'approve' ? approveCollection : revokeCollection
    return {
      doing,
      calls: 'setApprovalForAll',
      gives: [subject.name],
      gets: [],
      feeWei: 0n,
      press: () => run(tools, request),
    }
  }
  return { who: alice, bait, pretender: alice.address, otherOffer: noOffer, look }
}

/** The visitor's first NFT in the deal, approved alone: the slip's safer choice. */
async function approvalOfOne(stage: EvilStage): Promise<Scene> {
  const { alice, bait } = await parties(stage)
  await listed(stage, alice)
  const look = async ({ session, tools }: Visitor): Promise<Sight | null> => {
    const { config, formatter } = session
    const nft = (await heldBy(session, alice)).find(({ contract }) => findCollection(config.collections, contract))
    const [escrow] = config.escrows
    if (!nft || !escrow) return null
    const { contract, tokenId } = nft
    const request = { contract, tokenId, escrow: escrow.address, slowToConfirm: false }
    return {
      doing: 'approve',
      calls: 'approve',
      gives: [`${formatter.collection(contract)} #${tokenId}`],
      gets: [],
      feeWei: 0n,
      press: () => approveCollection(tools, request),
    }
  }
  return { who: alice, bait, pretender: alice.address, otherOffer: noOffer, look }
}

async function owner(stage: EvilStage): Promise<Scene> {
  const { bait, pretender } = await parties(stage)
  const who = { address: stage.world.wallets.deployer.account.address }
  const look = async ({ session, tools }: Visitor): Promise<Sight | null> => {
    const [escrow] = session.config.escrows
    if (!escrow) return null
    return {
      doing: 'own',
      calls: 'setCreationPaused',
      gives: ['setCreationPaused false'],
      gets: [],
      feeWei: 0n,
      press: () =>
        transact(requireWallet(tools), { escrow: escrow.address, call: setCreationPausedCall(escrow.address, false) }),
    }
  }
  return { who, bait, pretender, otherOffer: noOffer, look }
}

/** The user's actions on the page, each with its precondition. */
export const flows = {
  create,
  accept: (stage: EvilStage) => accept(stage),
  cancel: (stage: EvilStage) => cancel(stage),
  'cancel on its page': cancelThere,
  recover,
  return: sendHome,
  claim,
  approve: (stage: EvilStage) => approval(stage, 'approve'),
  'approve one NFT': approvalOfOne,
  revoke: (stage: EvilStage) => approval(stage, 'revoke'),
  'owner’s act': owner,
} as const
export type FlowName = keyof typeof flows
