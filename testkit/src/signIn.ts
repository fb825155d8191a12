import type { Address } from '@parley/domain'
import { type ApiClient, createClientOf, inboxRoutes, memberRoutes, signInFields } from '@parley/protocol'
import type { Hex } from 'viem'
import { createSiweMessage } from 'viem/siwe'

/** A hang ends; a slow machine may take longer than a page waits. */
const patienceMs = 120_000

/** The chain of every local world. */
const localChainId = 43114

export const signedInRoutes = { ...memberRoutes, ...inboxRoutes } as const

export type MemberClient = ApiClient<typeof signedInRoutes>

/** A browser without a screen: it keeps the cookie, and says which page it shows. */
export interface Browser {
  readonly client: MemberClient
  /** What its next request carries, for requests of a test's own. */
  headers(): Readonly<Record<string, string>>
}

/** `origin` is that of the page that it shows; the server's own where nothing else is said. `send`: how it gets there. */
export function openBrowser(
  url: string,
  page: Readonly<Record<string, string>> = {},
  send: typeof fetch = fetch,
): Browser {
  let cookie = ''
  const headers = () => ({ origin: new URL(url).origin, ...page, ...(cookie && { cookie }) })
  const fetchWithCookie: typeof fetch = async (input, init) => {
    const response = await send(input, {
      ...init,
      headers: { ...Object.fromEntries(new Headers(init?.headers)), ...headers() },
    })
    const [pair = ''] = response.headers.getSetCookie()[0]?.split(';') ?? []
    if (pair) cookie = pair.endsWith('=') ? '' : pair
    return response
  }
  return { client: createClientOf(signedInRoutes, url, { fetch: fetchWithCookie, timeoutMs: patienceMs }), headers }
}

/** Who signs: a key of the tests, or a contract wallet. */
export interface Signer {
  readonly address: Address
  signMessage(parts: { message: string }): Promise<Hex>
}

/** Signs a wallet in. */
export async function signInAs(
  url: string,
  { account }: { account: Signer },
  browser = openBrowser(url),
): Promise<Browser> {
  await browser.client.request('signIn', { body: await signedIn(browser, account) })
  return browser
}

/** What a browser sends to sign in. `change` falsifies a field of the text before it is signed. */
export async function signedIn(
  { client, headers }: Browser,
  { address, signMessage }: Signer,
  change: Partial<Parameters<typeof signInFields>[0]> = {},
): Promise<{ message: string; signature: Hex }> {
  const { nonce, now } = await client.request('signInNonce', { body: { address } })
  const origin = headers()['origin'] ?? ''
  const message = createSiweMessage(
    signInFields({ address, origin, chainId: localChainId, nonce, nowS: now, ...change }),
  )
  return { message, signature: await signMessage({ message }) }
}
