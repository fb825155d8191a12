import { createClientOf, type ApiClient } from '@parley/protocol'
import { keccak256, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { type Browser, signedIn, signedInRoutes } from '../../signIn.ts'
import type { Random } from '../../art/random.ts'
import { Breach } from '../breach.ts'
import { HttpClient, siteOrigin, strangerSource, type Answer } from '../network.ts'
import { hexOf, whole, type Attack, type Scene, type Surface } from './surface.ts'

/** What a stranger can do who signs in, and anyone can: marks, cursors, settings, subscriptions, lists of people. */
export const members: Surface = {
  name: 'members',
  plan: (dice) => dice.pick([marks, cursors, settings, subscriptions, invitations, others])(dice),
}

const answerTimeoutMs = 60_000

/** A stranger with a session, or without one where the limits had it so. */
class Member {
  readonly address: `0x${string}`
  private readonly http: HttpClient
  private cookie = ''
  private readonly account: ReturnType<typeof privateKeyToAccount>

  constructor(scene: Scene, dice: Random, seed: string) {
    this.account = privateKeyToAccount(keccak256(toHex(seed)))
    this.address = this.account.address
    this.http = new HttpClient(scene.crowd.door, strangerSource(scene.crowd.door, dice))
  }

  /** @returns whether the server let it in. */
  async enter(): Promise<boolean> {
    const ask: typeof fetch = async (input, init) => {
      const { pathname, search } = new URL(input instanceof Request ? input.url : input)
      const { status, headers, body } = await this.send(
        init?.method ?? 'GET',
        pathname + search,
        typeof init?.body === 'string' ? init.body : '',
      )
      this.cookie = headers['set-cookie']?.[0]?.split(';')[0] ?? this.cookie
      return new Response(new Uint8Array(body), { status, headers: { 'content-type': 'application/json' } })
    }
    const client: ApiClient<typeof signedInRoutes> = createClientOf(signedInRoutes, siteOrigin, { fetch: ask })
    const browser: Browser = { client, headers: () => ({ origin: siteOrigin }) }
    try {
      await client.request('signIn', { body: await signedIn(browser, this.account) })
      return true
    } catch {
      // Over a limit: the strangers share few networks.
      return false
    }
  }

  async send(method: string, path: string, body = ''): Promise<Answer> {
    const headers = { origin: siteOrigin, cookie: this.cookie, ...(body && { 'content-type': 'application/json' }) }
    const answer = await this.http.ask({ method, path, headers, body: body || undefined }, answerTimeoutMs)
    if (answer.status === 500) throw new Breach('fault', `${method} ${path.slice(0, 120)}: status 500`)
    return answer
  }

  act(path: string, body: unknown): Promise<Answer> {
    return this.send('POST', `${path}?as=${this.address}`, JSON.stringify(body))
  }

  close(): void {
    this.http.close()
  }
}

/** An attack by one who is signed in. */
function signedInAttack(what: string, dice: Random, run: (member: Member, scene: Scene) => Promise<void>): Attack {
  const seed = hexOf(dice, 16)
  return {
    what,
    async run(scene) {
      const member = new Member(scene, dice, seed)
      try {
        if (await member.enter()) await run(member, scene)
      } finally {
        member.close()
      }
    },
  }
}

const oddIds = [
  '',
  '0',
  '__proto__',
  'offer-received:',
  'offer-received:0x',
  'since-chain',
  'since-server',
  'a'.repeat(3_000),
] as const
const oddCursors = [
  '',
  '0',
  '2.1.a',
  '1.99999999999999.x',
  '1.-1.x',
  '1.1.',
  '%00',
  '1.1.__proto__',
  '9'.repeat(160),
] as const

/** Marks for unknown items, for rows that are no items, and for very many. */
function marks(dice: Random): Attack {
  const ids = Array.from({ length: dice.pick([1, 50, 200, 201]) }, () =>
    dice.chance(0.2) ? dice.pick(oddIds) : `offer-received:0x${hexOf(dice, 64)}`,
  )
  const after = dice.pick(oddCursors)
  const rounds = whole(dice, 1, 20)
  return signedInAttack(
    `${rounds} times ${ids.length} marks, and all after ${after.slice(0, 20)}`,
    dice,
    async (member) => {
      for (let round = 0; round < rounds; round += 1) {
        await member.act('/api/inbox/read', { ids })
        await member.act('/api/inbox/read', { after })
      }
    },
  )
}

function cursors(dice: Random): Attack {
  const list = Array.from({ length: 12 }, () => dice.pick(oddCursors))
  return signedInAttack('odd places in an inbox', dice, async (member) => {
    for (const cursor of list)
      await member.send('GET', `/api/inbox?as=${member.address}&cursor=${encodeURIComponent(cursor)}`)
  })
}

const kinds = ['offer-received', 'expired', 'nft-moved', 'table-lock', 'no-such-kind', '__proto__'] as const

/** Settings changed to and fro, all at once. */
function settings(dice: Random): Attack {
  const list = Array.from({ length: dice.pick([5, 40, 150]) }, () => ({
    mute: kinds.filter(() => dice.chance(0.3)),
    unmute: kinds.filter(() => dice.chance(0.3)),
  }))
  return signedInAttack(`${list.length} changes of settings at once`, dice, async (member) => {
    await Promise.all(list.map((body) => member.act('/api/inbox/settings', body)))
  })
}

const pushPlaces = [
  'https://127.0.0.1/x',
  'https://[::1]/x',
  'https://169.254.169.254/x',
  'https://push.example/x',
  'https://push.example:22/x',
  'https://user:word@push.example/x',
  'https://0x7f000001/x',
] as const

/** One wallet signs in again and again, each time with another place for its pushes. */
function subscriptions(dice: Random): Attack {
  const count = dice.pick([3, 12, 30])
  const seed = hexOf(dice, 16)
  const places = Array.from({ length: count }, () => `${dice.pick(pushPlaces)}${hexOf(dice, 6)}`)
  return {
    what: `${count} subscriptions of one wallet, ${places[0]} first`,
    async run(scene) {
      for (const endpoint of places) {
        const member = new Member(scene, dice, seed)
        const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) }
        try {
          if (await member.enter()) await member.act('/api/push/subscription', { endpoint, keys })
        } finally {
          member.close()
        }
      }
    },
  }
}

/** Who may open a table with one: changed to and fro, for odd addresses and for very many people. */
function invitations(dice: Random): Attack {
  const list = Array.from({ length: dice.pick([5, 60, 300]) }, () => {
    const address = dice.chance(0.1) ? dice.pick(['0x0', '', '__proto__']) : `0x${hexOf(dice, 40)}`
    return dice.pick([
      { allow: address },
      { disallow: address },
      { block: address },
      { openTo: 'known' },
      { openTo: 'no' },
    ])
  })
  return signedInAttack(`${list.length} changes of who may write`, dice, async (member) => {
    await Promise.all(list.map((body) => member.act('/api/inbound', body)))
    await member.send('GET', `/api/inbound?as=${member.address}`)
  })
}

/** What belongs to the honest people, asked for with a stranger's session. */
function others(dice: Random): Attack {
  const path = dice.pick(['/api/inbox', '/api/inbox/settings', '/api/tables', '/api/inbound'])
  return signedInAttack(`${path} of others`, dice, async (member, { people }) => {
    for (const person of people) {
      const { status } = await member.send('GET', `${path}?as=${person}`)
      if (status === 200) throw new Breach('limit', `${path} of another wallet was told to a stranger`)
    }
  })
}
