import { readFee, type WalletProvider } from '@parley/chain'
import { assumedFeeWei, findCollection, type Address, type Nft } from '@parley/domain'
import { createApiClient } from '@parley/protocol'
import {
  Cast,
  expiryShiftsS,
  InjectedWallet,
  random,
  startEvilNode,
  startEvilServer,
  startWorld,
  type EvilNode,
  type EvilServer,
  type Member,
  type NodeLies,
  type Scheme,
  type ServerLieName,
  type World,
} from '@parley/testkit'
import type { ActionTools } from '../../src/actions/action.ts'
import { browserClock, type Clock } from '../../src/services/browser.ts'
import { createLiveConnection } from '../../src/services/liveConnection.ts'
import { createSession, wordOf } from '../../src/services/openSession.ts'
import type { HeldNft } from '../../src/services/drafts.ts'
import { queryKeys } from '../../src/services/queries.ts'
import type { Session } from '../../src/services/Session.ts'
import { providerOf } from '../actions/stage.ts'
import { honestlyReady } from './honestly.ts'

/** The lies of the server, and of the endpoint that it names. */
export interface Plot {
  readonly server: readonly ServerLieName[]
  readonly node?: (scheme: Scheme) => NodeLies
}

/** A visitor with a wallet, on a page that is lied to. The wallet's own connection is the real chain. */
export interface Visitor {
  readonly session: Session
  readonly wallet: InjectedWallet
  readonly tools: ActionTools
}

export interface EvilStage {
  readonly world: World
  readonly cast: Cast
  readonly server: EvilServer
  readonly node: EvilNode
  scheme(about: Pick<Scheme, 'bait' | 'pretender' | 'otherOffer'>, seed: number): Scheme
  /** Sets the lies from now on. */
  plot(plot: Plot, scheme: Scheme): void
  visit(member: Pick<Member, 'address'>): Promise<Visitor>
  close(): Promise<void>
}

/** Waits only for the chain. */
const hastyClock: Clock = {
  now: browserClock.now,
  sleep: (durationMs, signal) => (signal ? browserClock.sleep(durationMs, signal) : browserClock.sleep(10)),
}

export async function openEvilStage(): Promise<EvilStage> {
  const world = await startWorld({ seed: 'empty', stock: 'few', blockTimeS: null, serverEnv: { POLL_MS: '150' } })
  // Before, the honest server reads unindexed data from the chain, and answers vary.
  await honestlyReady({ world })
  const [server, node] = await Promise.all([startEvilServer(world.url), startEvilNode(world.chain.url)])
  return {
    world,
    cast: new Cast(world),
    server,
    node,
    scheme: (about, seed) => {
      const dice = random(seed)
      return {
        ...about,
        shiftS: dice.pick(expiryShiftsS),
        // It has code that ignores every call.
        thief: world.builtFor.multicall3,
        endpoint: node.url,
        collections: world.builtFor.collections,
        random: dice,
      }
    },
    plot: (plot, scheme) => {
      server.tell(scheme, ...plot.server)
      node.tell(plot.node?.(scheme) ?? {})
    },
    visit: (member) => visit({ world, server }, member),
    close: async () => {
      await Promise.all([server.stop(), node.stop()])
      await world.stop()
    },
  }
}

/** Opens the page as `openSession()` does, and connects. */
async function visit(
  { world, server }: Pick<EvilStage, 'world' | 'server'>,
  member: Pick<Member, 'address'>,
): Promise<Visitor> {
  const api = createApiClient(server.url)
  const built = world.builtFor
  const told = await api.request('config').catch(() => null)
  const session = createSession(built, api, createLiveConnection(server.url), told ? wordOf(told, built) : undefined)
  const wallet = new InjectedWallet({ account: member.address, rpcUrl: world.chain.url })
  await wallet.answer({ method: 'eth_requestAccounts', params: [] })
  return { session, wallet, tools: toolsOf(session, { address: member.address, provider: providerOf(wallet) }) }
}

function toolsOf(session: Session, wallet: { address: Address; provider: WalletProvider }): ActionTools {
  const { config, foreign, chain, api, queries } = session
  return {
    config,
    foreign,
    chain,
    api,
    wallet,
    signsTogether: false,
    clock: hastyClock,
    shownFeeWei: (escrow) => queries.getQueryData<bigint>(queryKeys.fee(escrow)) ?? assumedFeeWei,
    report: () => undefined,
    note: () => undefined,
    explain: () => 'refused',
  }
}

/** The fee on screen, once it has been read. */
export function showFee({ queries, chain }: Session, escrow: Address): Promise<bigint> {
  return queries
    .fetchQuery({ queryKey: queryKeys.fee(escrow), queryFn: () => readFee(chain, escrow) })
    .catch(() => assumedFeeWei)
}

/** What the screen says of an NFT beside its picture and its name: mark, collection, number, contract. */
export function labelOf({ collectionName, verified, tokenId, contract }: HeldNft): string {
  return `${verified ? '✓' : '?'} ${collectionName} #${tokenId} ${contract}`
}

/** What there is to say of an NFT, by the collections that the world really has. */
export function trueLabel({ builtFor }: World, { contract, tokenId }: Nft): string {
  const row = findCollection(builtFor.collections, contract)
  return `${row ? '✓' : '?'} ${row?.name ?? 'Unknown Collection'} #${tokenId} ${contract}`
}
