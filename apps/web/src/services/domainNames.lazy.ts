import { avvyReader, checkedName, ensReader, type NameReader } from '@parley/chain'
import { type Address, type NameService, nameServiceOf, readAs, sameAddress } from '@parley/domain'
import { type Client, createClient, custom } from 'viem'
import { builtChain } from './builtChain.ts'
import type { Session } from './Session.ts'
import { currentWallet } from './walletConnection.ts'

/** Where a typed name leads. */
export type ResolvedName =
  /** `code`: the name in plain letters, if it has others. */
  | { readonly kind: 'found'; readonly name: string; readonly address: Address; readonly code: string | null }
  | { readonly kind: 'none' | 'bad' | 'off' }

/**
 * Resolves a name through the page's own connections, never through our server.
 *
 * `.avax` is read on the chain, `.eth` at the build's endpoints of Ethereum. Rejects where they don't answer.
 */
export async function resolveName(session: Session, text: string): Promise<ResolvedName> {
  const service = nameServiceOf(text)
  const reader = service && readerOf(session, service, session.chain)
  if (!reader) return { kind: 'off' }
  const name = reader.normalize(text)
  if (name === null) return { kind: 'bad' }
  const address = await inTime(reader.addressOf(name))
  return address ? { kind: 'found', name, address, code: codeOf(name) } : { kind: 'none' }
}

/**
 * Whether a name leads to an address by a connection that no server has named.
 *
 * For `.avax` this is the wallet's own. ENS is read at the build's own endpoints anyway.
 */
export async function confirmName(session: Session, name: string, address: Address): Promise<boolean> {
  const service = nameServiceOf(name)
  if (!service) return false
  try {
    const wallet = service === 'avvy' ? await currentWallet(session.wagmi) : null
    // A wallet on a phone has no connection of its own (decision Z1): the page's is all there is.
    const through = wallet ? createClient({ transport: custom(wallet.provider, { retryCount: 0 }) }) : session.chain
    const found = await inTime(readerOf(session, service, through)?.addressOf(name) ?? null)
    return found !== null && sameAddress(found, address)
  } catch {
    return false
  }
}

/** A wallet or an endpoint that takes longer does not answer. */
const patienceMs = 10_000

/** Rejects where no answer comes in time. */
function inTime<T>(asked: Promise<T> | T): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new RangeError('the name service is silent')), patienceMs)
  return Promise.race([asked, promise]).finally(() => clearTimeout(timer))
}

function readerOf({ config }: Session, service: NameService, chain: Client): NameReader | null {
  if (service === 'avvy') return config.avvy ? avvyReader(chain, config.avvy) : null
  return config.ens ? ensReader({ ...config.ens, forChainId: config.chainId }) : null
}

interface Answer {
  readonly name: Promise<string | null>
  readonly atMs: number
}

const answers = new Map<Address, Answer>()
const maxAnswers = 200
const freshMs = 10 * 60_000

/** What an address is called by Avvy, else by ENS, checked both ways at the endpoints of the build. Kept for ten minutes, for the 200 asked last. */
export function nameOf(session: Session, address: Address): Promise<string | null> {
  const nowMs = session.clock.now()
  const kept = answers.get(address)
  answers.delete(address)
  const answer = kept && nowMs - kept.atMs < freshMs ? kept : { name: readNameOf(session, address), atMs: nowMs }
  answers.set(address, answer)
  const [oldest] = answers.keys()
  if (answers.size > maxAnswers && oldest) answers.delete(oldest)
  // A silent endpoint is asked again.
  answer.name.catch(() => answers.delete(address))
  return answer.name
}

/** A silent service doesn't hide what the other one says. */
async function readNameOf(session: Session, address: Address): Promise<string | null> {
  let failure: unknown = null
  for (const service of ['avvy', 'ens'] as const) {
    try {
      const reader = readerOf(session, service, builtChain(session))
      const name = reader && (await inTime(checkedName(reader, address)))
      // A name that could be misread is left out.
      if (name && codeOf(name) === null) return name
    } catch (error) {
      failure = error
    }
  }
  if (failure !== null) throw failure
  return null
}

/** A name with letters beyond ASCII in its plain form (punycode); null for one without. */
function codeOf(name: string): string | null {
  if (/^[\x21-\x7E]+$/.test(name)) return null
  const url = `http://${name}`
  return URL.canParse(url) ? new URL(url).hostname : readAs(name)
}
