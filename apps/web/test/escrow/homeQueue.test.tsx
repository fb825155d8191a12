import type { Address, OfferId } from '@parley/domain'
import { createApiClient } from '@parley/protocol'
import { breakCollection, type InjectedWallet, type Member, startRpcProxy } from '@parley/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runQueue } from '../../src/pages/escrow/bringHome.lazy.ts'
import { escrowedQuery, type Holding, holdingsOf, offersAtOnce } from '../../src/pages/escrow/holdings.ts'
import { noteRows, queueOf, startQueue } from '../../src/pages/escrow/homeQueue.ts'
import { openPortal } from '../../src/portals/openPortal.ts'
import { generalPortal, generalRoute } from '../../src/portals/portalRoutes.ts'
import { chainTimeS } from '../../src/services/chainTime.ts'
import { createSession } from '../../src/services/openSession.ts'
import type { Session } from '../../src/services/Session.ts'
import { escrowText } from '../../src/text/escrow.lazy.ts'
import { givenThreeThings } from './threeThings.ts'
import { connectTo, install, openVisitedStage, type VisitedStage } from '../text/visit.ts'

const words = escrowText.queue
const portal = openPortal(generalRoute, generalPortal)

let stage: VisitedStage
beforeAll(async () => {
  stage = await openVisitedStage()
})
afterAll(() => stage.close())

/** A page without the server, with this wallet connected. */
async function pageWith(wallet: InjectedWallet, rpcUrls = stage.config.rpcUrls): Promise<Session> {
  const session = createSession({ ...stage.config, rpcUrls }, createApiClient('http://127.0.0.1:9'))
  install(wallet)
  await connectTo(session)
  return session
}

async function holdingsIn(session: Session, account: Address): Promise<readonly Holding[]> {
  const answer = await session.queries.fetchQuery(escrowedQuery(session, account))
  return holdingsOf(session, answer, chainTimeS(session.live, session.clock.now()))
}

interface Run {
  readonly session: Session
  readonly account: Address
  /** Whether the wallet signs everything together. */
  readonly isTogether?: boolean
}

async function start({ session, account }: Run): Promise<void> {
  const things = (await holdingsIn(session, account)).map((holding) => ({ holding, title: holding.way }))
  startQueue({ session, account, to: account }, things)
}

async function work({ session, account, isTogether = false }: Run) {
  const together = isTogether ? (waiting: readonly Holding[]) => [waiting] : null
  await runQueue({ session, portal, account, to: account, together, isStopped: () => false })
  const { rows } = queueOf(session, account).store.getState()
  return rows.map(({ title, state, text }) => ({ title, state, text }))
}

/** Who holds it: the member, or the escrow. */
const isHome = async (member: Member, ...nfts: Member['nfts']) =>
  Promise.all(nfts.map(async (nft) => (await stage.cast.ownerOf(nft)) === member.address))

describe('given three things in escrow, and a wallet that signs them together', () => {
  it('brings each home alone where the bundle fails because of one', async () => {
    const { member, ran, stuck, open } = await givenThreeThings(stage)
    const { wallet } = await stage.enterSmart(member)
    const session = await pageWith(wallet)
    const run = { session, account: member.address, isTogether: true }
    await start(run)
    const mend = await breakCollection(stage.world, stuck.contract)
    const rows = await work(run)
    await mend()
    expect(rows.map(({ title, state }) => `${title} ${state}`)).toEqual(['recover done', 'claim failed', 'cancel done'])
    expect(await isHome(member, ran, stuck, open)).toEqual([true, false, true])
  })

  it('says which one is still in the escrow where the transaction went through', async () => {
    const { member, ran, stuck, open } = await givenThreeThings(stage)
    const { wallet } = await stage.enterSmart(member)
    const session = await pageWith(wallet)
    const run = { session, account: member.address, isTogether: true }
    await start(run)
    // The escrow closes an offer whatever its collections do, and keeps what they don't let go.
    const mend = await breakCollection(stage.world, ran.contract)
    const rows = await work(run)
    await mend()
    expect(wallet.sentBatches().map((calls) => calls.length)).toEqual([3])
    expect(rows).toEqual([
      { title: 'recover', state: 'failed', text: words.stuck },
      { title: 'claim', state: 'done', text: words.together },
      { title: 'cancel', state: 'done', text: words.together },
    ])
    expect(await isHome(member, ran, stuck, open)).toEqual([false, true, true])
  })
})

describe('given a queue whose transactions go one after the other', () => {
  it('counts as home only what came home, and goes on behind it', async () => {
    const { member, ran, stuck, open } = await givenThreeThings(stage)
    const { wallet } = await stage.enter(member)
    const session = await pageWith(wallet)
    const run = { session, account: member.address }
    await start(run)
    const mend = await breakCollection(stage.world, ran.contract)
    const rows = await work(run)
    await mend()
    expect(rows.map(({ title, state }) => `${title} ${state}`)).toEqual(['recover failed', 'claim done', 'cancel done'])
    expect(rows[0]?.text).toContain('They stay safe in the escrow')
    expect(await isHome(member, ran, stuck, open)).toEqual([false, true, true])
  })

  it('waits for the right wallet, and for the chain, without giving anything up', async () => {
    const { member } = await givenThreeThings(stage)
    const other = await stage.enter(await stage.cast.member())
    const session = await pageWith(other.wallet)
    const run = { session, account: member.address }
    await start(run)
    const first = { title: 'recover', state: 'waiting', text: words.otherWallet }
    expect(await work(run)).toEqual([
      first,
      { title: 'claim', state: 'waiting', text: null },
      { title: 'cancel', state: 'waiting', text: null },
    ])
    expect(other.wallet.sentTransactions()).toEqual([])

    const { wallet } = await stage.enter(member)
    const away = await pageWith(wallet, ['http://127.0.0.1:9'])
    const withoutChain = await work({ session: away, account: member.address })
    expect(withoutChain.map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting'])
    expect(withoutChain[0]?.text).toBe(escrowText.failed)

    const right = await work({ session: await pageWith(wallet), account: member.address })
    expect(right.map(({ state }) => state)).toEqual(['done', 'done', 'done'])
  })

  it('says of what is home already that it is, and sends nothing for it', async () => {
    const { member, openId } = await givenThreeThings(stage)
    const { wallet } = await stage.enter(member)
    const session = await pageWith(wallet)
    const run = { session, account: member.address }
    await start(run)
    await stage.cast.callEscrow(member, 'cancelSwapOffer', [openId satisfies OfferId])
    const rows = await work(run)
    expect(rows[2]).toEqual({ title: 'cancel', state: 'done', text: words.gone })
    expect(wallet.sentTransactions()).toHaveLength(2)
  })

  it('says of nothing that it is home while one of the escrows can’t be read', async () => {
    const { member, openId } = await givenThreeThings(stage)
    const { wallet } = await stage.enter(member)
    const [escrow] = stage.config.escrows
    if (!escrow) throw new Error('the stage has no escrow')
    const session = await pageWith(wallet)
    await start({ session, account: member.address })
    await stage.cast.callEscrow(member, 'cancelSwapOffer', [openId])
    // No contract is there.
    const escrows = [escrow, { ...escrow, address: member.address }]
    const rows = await work({
      session: { ...session, config: { ...session.config, escrows } },
      account: member.address,
    })
    expect(rows.map(({ state }) => state)).toEqual(['done', 'done', 'waiting'])
    expect(rows[2]?.text).toBe(escrowText.failed)
  })

  it('leaves to the user what costs a fee by now', async () => {
    const { member, open } = await givenThreeThings(stage)
    const { wallet } = await stage.enter(member)
    const session = await pageWith(wallet)
    const run = { session, account: member.address }
    await start(run)
    await stage.world.chain.client.increaseTime({ seconds: 90_000 })
    await stage.world.chain.client.mine({ blocks: 1 })
    expect((await work(run))[2]).toEqual({ title: 'cancel', state: 'failed', text: words.nowCosts })
    expect(await isHome(member, open)).toEqual([false])
  })
})

describe('given more than one list can hold', () => {
  it('begins with as many as outlast a reload, and keeps them', async () => {
    const session = createSession(stage.config, createApiClient('http://127.0.0.1:9'))
    const account = (await stage.cast.member()).address
    const things = Array.from({ length: 1_200 }, (_, at) => ({
      holding: {
        key: `0x${at.toString(16).padStart(64, '0')}`,
        state: 'offered',
        way: 'cancel',
        escrow: stage.world.escrow,
        offer: null,
        nfts: [],
        wei: 0n,
        freeFromS: null,
      } satisfies Holding,
      title: 'Dokyo #1204',
    }))
    startQueue({ session, account, to: account }, things)
    const [first] = things
    noteRows({ session, account }, [first?.holding.key ?? ''], { state: 'failed', text: 'no '.repeat(1_000) })
    // As after a reload: another page's storage, with the same content.
    const reloaded = queueOf({ ...session, storage: { ...session.storage } }, account)
    expect(reloaded.store.getState().rows).toHaveLength(1_000)
  })
})

describe('given things in escrow, and then more offers of others than a page looks at', () => {
  it('brings them home, and looks at none of the others', async () => {
    const { member, ran, stuck, open } = await givenThreeThings(stage)
    const { wallet } = await stage.enter(member)
    const proxy = await startRpcProxy(stage.world.chain.url)
    const session = await pageWith(wallet, [proxy.url])
    const run = { session, account: member.address }
    await start(run)
    const { chain, escrow } = stage.world
    const nonce = await chain.client.getTransactionCount({ address: escrow })
    await chain.client.setNonce({ address: escrow, nonce: nonce + offersAtOnce })
    proxy.reset()
    const rows = await work(run)
    expect(rows.map(({ title, state }) => `${title} ${state}`)).toEqual(['recover done', 'claim done', 'cancel done'])
    expect(await isHome(member, ran, stuck, open)).toEqual([true, true, true])
    const { bytesSent, bytesReceived } = proxy.traffic()
    await proxy.stop()
    // The ids of ten thousand are more than that.
    expect(bytesSent + bytesReceived).toBeLessThan(offersAtOnce * 32)
  })
})
