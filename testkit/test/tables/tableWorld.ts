import type { Nft } from '@parley/domain'
import { openBrowser, type Random, signInAs, transact, wallets } from '@parley/testkit'
import { keccak256, parseAbi, parseEther, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { DatabaseEnv, Engine } from '../../../apps/server/test/given/engines.ts'
import { openMarket, type Market } from '../../../apps/server/test/given/market.ts'
import { startTestServer, type TestServer } from '../../../apps/server/test/given/testServer.ts'
import type { ServerPlace, Wallet } from './faultyTab.ts'
import { openTableEscrow, type TableEscrow } from './tableEscrow.ts'

export interface Person extends Wallet {
  readonly nfts: readonly Nft[]
  /** Ends its session. */
  signOut(): Promise<void>
  signIn(): Promise<void>
}

/** Two wallets with NFTs: one table of theirs is played after the other. */
export interface Pair {
  readonly alice: Person
  readonly bob: Person
}

/** Where tables are played, some at once: a restart of a server meets all of them. */
export interface TableWorld {
  /** Tables that are played at once. */
  readonly lanes: number
  /** Signs the next two in. A wallet's inbox is derived from all its tables, so new wallets are cheaper than old ones. */
  nextPair(): Promise<Pair>
  /** Neither of any two. */
  readonly carol: Wallet
  /** Of one database. */
  readonly places: readonly ServerPlace[]
  readonly escrow: TableEscrow
  /** Ends one server and starts another in its place. */
  restart(dice: Random): Promise<void>
  /** Work that no restart may meet. */
  undisturbed<T>(work: () => Promise<T>): Promise<T>
  stop(): Promise<void>
}

/** Servers of one database that know each other's pages by one origin. */
const settings = {
  PUBLIC_ORIGIN: 'http://tables.test',
  WRITES_PER_MINUTE: '1000000',
  REQUESTS_PER_MINUTE: '1000000',
  REQUESTS_AT_ONCE: '10000',
  TABLE_KB_PER_DAY: '100000000',
  LOG_LEVEL: 'warn',
  POLL_MS: '500',
}

const nftsEach = 3
const carolsNumber = 1_000_000
const mintsAtOnce = 300
/** Tables that two wallets play before the next two sit down. */
export const tablesOfPair = 10
const mintAbi = parseAbi(['function mintBatch(address[] owners, uint256[] tokenIds)'])
const keyOf = (number: number) => privateKeyToAccount(keccak256(toHex(number + 1)))

export interface TableMarket {
  readonly market: Market
  readonly escrow: TableEscrow
  readonly lanes: number
  nfts(person: number): readonly Nft[]
}

/** A market with enough wallets for as many tables. */
export async function openTableMarket(tables: number, lanes: number): Promise<TableMarket> {
  const market = await openMarket()
  const { client } = market.chain
  const people = Array.from({ length: 2 * (lanes + Math.ceil(tables / tablesOfPair)) }, (_, person) => keyOf(person))
  const tokens = people.flatMap(({ address }, person) => tokensOf(person).map((tokenId) => ({ address, tokenId })))
  for (let at = 0; at < tokens.length; at += mintsAtOnce) {
    const some = tokens.slice(at, at + mintsAtOnce)
    await transact(client, {
      from: wallets.deployer,
      to: market.collection,
      abi: mintAbi,
      functionName: 'mintBatch',
      args: [some.map(({ address }) => address), some.map(({ tokenId }) => tokenId)],
    })
  }
  const escrow = openTableEscrow(market)
  for (const { address } of people) {
    await client.setBalance({ address, value: parseEther('1000') })
    await escrow.admit(address)
  }
  return {
    market,
    escrow,
    lanes,
    nfts: (person) => tokensOf(person).map((tokenId) => ({ contract: market.collection, tokenId })),
  }
}

function tokensOf(person: number): bigint[] {
  return Array.from({ length: nftsEach }, (_, index) => BigInt(person * nftsEach + index + 1))
}

export async function openTableWorld(
  { market, escrow, lanes, nfts }: TableMarket,
  engine: Engine,
  database: DatabaseEnv,
): Promise<TableWorld> {
  const start = () => startTestServer(market, database, settings)
  // Only PostgreSQL lets several servers share it.
  const servers = engine === 'postgres' ? [await start(), await start()] : [await start()]
  const seats = servers.map((server) => givenPlace(server))

  async function walletOf(person: number, other: number): Promise<Omit<Person, 'nfts'>> {
    const account = keyOf(person)
    const { address } = account
    const signIn = async () => {
      const url = await (seats[0]?.whenUp() ?? '')
      return signInAs(url, { account }, openBrowser(url, { origin: settings.PUBLIC_ORIGIN }))
    }
    let browser = await signIn()
    // Strangers could open twenty tables a day.
    await browser.client.request('changeInbound', { query: { as: address }, body: { allow: keyOf(other).address } })
    return {
      address,
      headers: () => browser.headers(),
      async signOut() {
        const { headers } = browser
        const gone = headers()
        // A server that was replaced has another address.
        const url = await (seats[0]?.whenUp() ?? '')
        await openBrowser(url, gone).client.request('signOut', { body: { everywhere: false } })
      },
      async signIn() {
        browser = await signIn()
      },
    }
  }
  const personOf = async (person: number, other: number) => ({
    ...(await walletOf(person, other)),
    nfts: nfts(person),
  })
  let people = 0

  const under: { restart: Promise<void> | null } = { restart: null }
  const calm = new Set<Promise<unknown>>()
  async function replace(index: number): Promise<void> {
    await Promise.allSettled(calm)
    await seats[index]?.replace(start)
  }
  async function undisturbed<T>(work: () => Promise<T>): Promise<T> {
    while (under.restart) await under.restart
    const done = work()
    calm.add(done)
    try {
      return await done
    } finally {
      calm.delete(done)
    }
  }
  return {
    lanes,
    carol: await walletOf(carolsNumber, 0),
    places: seats,
    escrow,
    undisturbed,
    nextPair() {
      const [one, other] = [people, people + 1]
      people += 2
      return undisturbed(async () => ({ alice: await personOf(one, other), bob: await personOf(other, one) }))
    },
    async restart(dice) {
      const index = Math.floor(dice() * seats.length)
      under.restart ??= replace(index).finally(() => (under.restart = null))
      await under.restart
    },
    async stop() {
      for (const seat of seats) await seat.stop()
    },
  }
}

function givenPlace(first: TestServer) {
  let server = first
  let up = Promise.resolve(first.url)
  let isUp = true
  return {
    url: () => (isUp ? server.url : null),
    whenUp: () => up,
    async replace(start: () => Promise<TestServer>) {
      const next = Promise.withResolvers<string>()
      up = next.promise
      up.catch(() => undefined)
      try {
        await server.stop()
        isUp = false
        server = await start()
        isUp = true
        next.resolve(server.url)
      } catch (error) {
        next.reject(error)
        throw error
      }
    },
    stop: () => server.stop(),
  }
}
