import { classify } from '@parley/chain'
import { type Address, sameAddress } from '@parley/domain'
import {
  ApiError,
  createClientOf,
  memberRoutes,
  signInFields,
  signInRefusals,
  type WireSession,
} from '@parley/protocol'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { stringToHex } from 'viem/utils'
import { createSiweMessage } from 'viem/siwe'
import { getConnection } from 'wagmi/actions'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { SignInProblem } from '../text/signIn.lazy.ts'
import { browserStorage, createSharedStore } from './browser.ts'
import { type Session, useSession } from './Session.ts'
import { signedInKey } from './signedInKey.ts'
import { currentWallet, useAccount } from './walletConnection.ts'

/** Routes for who is signed in. The browser adds the session's cookie, which no script can read. */
export const memberApi = createClientOf(memberRoutes, '')

export interface SignIn {
  /** `signed-in`: as the connected wallet. `asking`: the wallet shows the text. `unknown`: the server has not said yet. */
  readonly status: 'unknown' | 'signed-out' | 'asking' | 'signed-in'
  /** The connected wallet. */
  readonly wallet: Address | null
  /** Of the connected wallet; null while it is not signed in. */
  readonly session: WireSession | null
  /** Another wallet than the connected one is signed in on this browser. */
  readonly isOther: boolean
  readonly problem: SignInProblem | null
  /** Asks the wallet to sign. @returns whether it is signed in now; why not is in `problem`. */
  signIn(): Promise<boolean>
  /** @returns whether the server has ended it; why not is in `problem`. */
  signOut(how: { readonly everywhere: boolean }): Promise<boolean>
}

const sessionKey = ['session'] as const

/**
 * Until when this browser is signed in, unix seconds, as far as it knows; 0 for never. The session itself is a cookie that no
 * script can read: without this, every page would have to ask the server.
 */
const signedInUntil = createSharedStore<number>(browserStorage, signedInKey, {
  parse: (text) => Number(text) || 0,
  print: String,
})

/** Sign-ins and sign-outs of this tab. */
let changes = 0

/** Changes with each sign-in and sign-out, here or in another tab. */
const versionAt = (untilS: number): string => `${changes} ${untilS}`

function remember(session: WireSession | null): void {
  changes += 1
  signedInUntil.update(() => session?.expiresAt ?? 0)
}

/** Reads again what a sign-in or sign-out has overtaken: its answer may be older, and would undo that. */
async function readSession({ signal }: { readonly signal?: AbortSignal } = {}): Promise<WireSession | null> {
  const before = versionAt(signedInUntil.store.getState())
  const { session } = await memberApi.request('session', { ...(signal && { signal }) })
  let isOvertaken = false
  signedInUntil.update((untilS) => {
    isOvertaken = versionAt(untilS) !== before
    return isOvertaken ? untilS : (session?.expiresAt ?? 0)
  })
  return isOvertaken ? readSession({ ...(signal && { signal }) }) : session
}

/** The connected wallet's session. Asks the server only in a browser that is signed in. */
export function useKnownSession(): WireSession | null {
  const wallet = useAccount()
  const untilS = useStore(signedInUntil.store)
  // Not by this device's clock, which may be wrong: the server knows what has expired.
  const isLikely = wallet !== null && untilS > 0
  const { data } = useQuery({ queryKey: sessionKey, queryFn: readSession, enabled: isLikely })
  return isLikely && data && sameAddress(data.address, wallet) ? data : null
}

/** The connected wallet, if it is signed in. Asks the server only in a browser that is signed in. */
export async function signedInWallet({ wagmi, queries }: Session): Promise<Address | null> {
  const { address } = getConnection(wagmi)
  if (!address || signedInUntil.store.getState() === 0) return null
  const session = await queries.fetchQuery({ queryKey: sessionKey, queryFn: readSession, staleTime: 0 })
  return session && sameAddress(session.address, address) ? address : null
}

/** What all users of the hook share: there is one session in a browser. */
const attempt = createStore<Attempt>(() => ({ isAsking: false, wallet: null, problem: null }))

interface Attempt {
  readonly isAsking: boolean
  /** What went wrong, and for which wallet. */
  readonly wallet: Address | null
  readonly problem: SignInProblem | null
}

/** Whether the connected wallet is signed in (decision N6). Nothing on a page for looking and swapping uses it. */
export function useSignIn(): SignIn {
  const page = useSession()
  const wallet = useAccount()
  const { isAsking, wallet: asked, problem } = useStore(attempt)
  const { data, error } = useQuery({
    queryKey: sessionKey,
    queryFn: readSession,
    // It ends elsewhere too: in another tab, on another device.
    refetchOnMount: 'always',
  })
  const session = data && wallet && sameAddress(data.address, wallet) ? data : null
  const known = data !== undefined || error !== null
  return {
    status: isAsking ? 'asking' : session ? 'signed-in' : known || !wallet ? 'signed-out' : 'unknown',
    wallet,
    session,
    isOther: !session && wallet !== null && data !== null && data !== undefined,
    problem: (asked === wallet ? problem : null) ?? (error ? 'away' : null),
    signIn: () => signIn(page, wallet),
    signOut: (how) => signOut(page, how),
  }
}

/** Signs the connected wallet in, unless it is. */
export async function ensureSignedIn(
  page: Session,
): Promise<{ readonly address: Address } | { readonly problem: SignInProblem }> {
  const wallet = await currentWallet(page.wagmi)
  if (!wallet) return { problem: 'wallet' }
  const { address } = wallet
  try {
    const session = await readSession()
    page.queries.setQueryData(sessionKey, session)
    if (session && sameAddress(session.address, address)) return { address }
  } catch (error) {
    return { problem: problemOf(error) }
  }
  return (await signIn(page, address)) ? { address } : { problem: attempt.getState().problem ?? 'pending' }
}

/** Forgets the session after the server has said that it ended. @returns whether the failure says so. */
export function heedSignedOut(queries: QueryClient, error: unknown): boolean {
  const codes: readonly string[] = signInRefusals
  if (!(error instanceof ApiError) || error.code === undefined || !codes.includes(error.code)) return false
  recheckSession(queries)
  return true
}

/** Reads the session again where a refusal says that it ended. Pages then ask to sign in. */
export function recheckSession(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: sessionKey })
}

/** @param shown the wallet that the page showed: what goes wrong is said where that is connected. */
async function signIn({ wagmi, config, queries, notices }: Session, shown: Address | null): Promise<boolean> {
  if (attempt.getState().isAsking) {
    attempt.setState({ wallet: shown, problem: 'pending' })
    return false
  }
  let asked = shown
  attempt.setState({ isAsking: true, wallet: asked, problem: null })
  try {
    const wallet = await currentWallet(wagmi)
    if (!wallet) throw new Error('no wallet is connected')
    const { address } = wallet
    asked = address
    const { nonce, now } = await memberApi.request('signInNonce', { body: { address } })
    const { chainId } = config
    const message = createSiweMessage(
      signInFields({ address, origin: window.location.origin, chainId, nonce, nowS: now }),
    )
    const signature = await wallet.provider.request({
      method: 'personal_sign',
      params: [stringToHex(message), address],
    })
    const { session } = await memberApi.request('signIn', { body: { message, signature: String(signature) } })
    await keep(queries, session)
    attempt.setState({ isAsking: false, problem: null })
    void import('./pushSubscription.ts').then((part) => part.sayEndedPushes(notices, address))
    return true
  } catch (error) {
    attempt.setState({ isAsking: false, wallet: asked, problem: problemOf(error) })
    return false
  }
}

/** A read that is under way began before, so its answer is dropped. */
async function keep(queries: QueryClient, session: WireSession | null): Promise<void> {
  remember(session)
  await queries.cancelQueries({ queryKey: sessionKey })
  queries.setQueryData(sessionKey, session)
}

async function signOut(
  { wagmi, queries }: Session,
  { everywhere }: { readonly everywhere: boolean },
): Promise<boolean> {
  attempt.setState({ wallet: getConnection(wagmi).address ?? null, problem: null })
  try {
    await memberApi.request('signOut', { body: { everywhere } })
    await keep(queries, null)
    return true
  } catch (error) {
    attempt.setState({ problem: problemOf(error) })
    return false
  }
}

function problemOf(error: unknown): SignInProblem {
  if (error instanceof ApiError) return error.status === 429 ? 'busy' : error.status < 500 ? 'refused' : 'away'
  if (isNetworkFailure(error)) return 'away'
  const { kind } = classify(error)
  return kind === 'rejected' ? 'rejected' : kind === 'requestPending' ? 'pending' : 'wallet'
}

/** What `fetch` throws where the server can't be reached or takes too long. */
function isNetworkFailure(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError')
}
