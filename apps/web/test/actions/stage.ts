import { createChainClient, type WalletProvider } from '@parley/chain'
import { assumedFeeWei, noCoins, type Nft, type Offer } from '@parley/domain'
import { createApiClient, offerFromWire, type PageDeployment } from '@parley/protocol'
import { Cast, InjectedWallet, SmartAccountWallet, startWorld, type Member, type World } from '@parley/testkit'
import type { Deal } from '../../src/actions/checkDeal.ts'
import { type ActionTools, ActionError, type ActionFailure, type Step } from '../../src/actions/action.ts'
import { browserClock } from '../../src/services/browser.ts'
import type { TransactionEvent } from '../../src/actions/tracker/transaction.ts'

/** A user of the page: their wallet, their actions' tools, and the reported steps. */
export interface Actor {
  readonly member: Member
  readonly wallet: InjectedWallet
  readonly tools: ActionTools
  readonly steps: Step[]
  /** Events of the transaction. */
  readonly news: TransactionEvent[]
}

/** A real chain, contract and server; only the wallet is simulated. */
export interface Stage {
  readonly world: World
  readonly cast: Cast
  /** The deployment that this world's page is built for. */
  readonly config: PageDeployment
  enter(member: Member): Promise<Actor>
  /** Gives the member a smart account, whose wallet signs several calls together. */
  enterSmart(member: Member): Promise<Actor & { readonly wallet: SmartAccountWallet }>
  /** The offer on the server. */
  offer(id: string): Promise<Offer>
  close(): Promise<void>
}

export async function openStage(): Promise<Stage> {
  const world = await startWorld({ seed: 'empty', stock: 'few', blockTimeS: null })
  const api = createApiClient(world.url)
  const config = world.builtFor
  const chain = createChainClient(config)
  const seat = async <W extends InjectedWallet>(member: Member, wallet: W, signsTogether: boolean) => {
    await wallet.answer({ method: 'eth_requestAccounts', params: [] })
    const steps: Step[] = []
    const news: TransactionEvent[] = []
    const tools: ActionTools = {
      config,
      foreign: [],
      shownFeeWei: () => assumedFeeWei,
      chain,
      api,
      clock: browserClock,
      wallet: { address: member.address, provider: providerOf(wallet) },
      signsTogether,
      report: (step) => steps.push(step),
      note: (one) => news.push(one),
      explain: (revert) => revert?.name ?? 'no reason',
    }
    return { member, wallet, steps, news, tools }
  }
  return {
    world,
    cast: new Cast(world),
    config,
    enter: (member) => seat(member, new InjectedWallet({ account: member.address, rpcUrl: world.chain.url }), false),
    enterSmart: async (member) => seat(member, await SmartAccountWallet.open(world, member.address), true),
    offer: async (id) => {
      const answer = await api.request('offer', { params: { offerId: id } })
      if (!('offer' in answer)) throw new Error('the offer is not mined yet')
      return offerFromWire(answer.offer)
    },
    close: () => world.stop(),
  }
}

export function providerOf(wallet: InjectedWallet): WalletProvider {
  return {
    request: async ({ method, params }) => {
      const answer = await wallet.answer({ method, params: Array.isArray(params) ? params : [] })
      if ('error' in answer) throw Object.assign(new Error(answer.error.message), answer.error)
      return answer.result
    },
  }
}

export function dealOf(
  offered: readonly Nft[],
  requested: readonly Nft[],
  recipient: Deal['recipient'],
  coins: Deal['coins'] = noCoins,
): Deal {
  return { offered, requested, coins, recipient, durationS: 300 }
}

/** NFTs as in offers: contract and id only. */
export function bare(nfts: readonly Nft[]): readonly Nft[] {
  return nfts.map(({ contract, tokenId }) => ({ contract, tokenId }))
}

/** The failure that ends an action. */
export async function failureOf(flow: Promise<unknown>): Promise<ActionFailure> {
  try {
    await flow
  } catch (error) {
    if (error instanceof ActionError) return error.failure
    throw error
  }
  throw new Error('the flow went through')
}

/** The successful steps, in order. */
export function done(steps: readonly Step[]): readonly string[] {
  return steps.filter((step) => step.state === 'done').map((step) => step.key)
}
