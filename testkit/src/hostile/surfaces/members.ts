import { keccak256, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Signer } from '../../signIn.ts'
import type { Random } from '../../art/random.ts'
import { Breach } from '../breach.ts'
import { type Answer, strangerSource } from '../network.ts'
import { enter, send, type Stranger } from './signedInStrangers.ts'
import { hexOf, whole, type Attack, type Scene, type Surface } from './surface.ts'

/** What a stranger can do who signs in, and anyone can: marks, cursors, settings, subscriptions, lists of people. */
export const members: Surface = {
  name: 'members',
  plan: (dice) => dice.pick([marks, cursors, settings, subscriptions, invitations, others])(dice),
}

function act(stranger: Stranger, path: string, body: unknown): Promise<Answer> {
  return send(stranger, 'POST', `${path}?as=${stranger.address}`, body)
}

/** An attack by one who is signed in. */
function signedInAttack(what: string, dice: Random, run: (stranger: Stranger, scene: Scene) => Promise<void>): Attack {
  const account = accountOf(hexOf(dice, 16))
  return { what, run: (scene) => asMember(scene, dice, account, (stranger) => run(stranger, scene)) }
}

async function asMember(
  scene: Scene,
  dice: Random,
  account: Signer,
  run: (stranger: Stranger) => Promise<void>,
): Promise<void> {
  const stranger = await enter(scene, account, strangerSource(scene.crowd.door, dice))
  if (!stranger) return
  try {
    await run(stranger)
  } finally {
    stranger.http.close()
  }
}

function accountOf(seed: string): Signer {
  return privateKeyToAccount(keccak256(toHex(seed)))
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
        await act(member, '/api/inbox/read', { ids })
        await act(member, '/api/inbox/read', { after })
      }
    },
  )
}

function cursors(dice: Random): Attack {
  const list = Array.from({ length: 12 }, () => dice.pick(oddCursors))
  return signedInAttack('odd places in an inbox', dice, async (member) => {
    for (const cursor of list)
      await send(member, 'GET', `/api/inbox?as=${member.address}&cursor=${encodeURIComponent(cursor)}`)
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
    await Promise.all(list.map((body) => act(member, '/api/inbox/settings', body)))
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
  const account = accountOf(hexOf(dice, 16))
  const places = Array.from({ length: count }, () => `${dice.pick(pushPlaces)}${hexOf(dice, 6)}`)
  return {
    what: `${count} subscriptions of one wallet, ${places[0]} first`,
    async run(scene) {
      for (const endpoint of places) {
        const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) }
        await asMember(scene, dice, account, async (member) => {
          await act(member, '/api/push/subscription', { endpoint, keys })
        })
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
    await Promise.all(list.map((body) => act(member, '/api/inbound', body)))
    await send(member, 'GET', `/api/inbound?as=${member.address}`)
  })
}

/** What belongs to the honest people, asked for with a stranger's session. */
function others(dice: Random): Attack {
  const path = dice.pick(['/api/inbox', '/api/inbox/settings', '/api/tables', '/api/inbound'])
  return signedInAttack(`${path} of others`, dice, async (member, { people }) => {
    for (const person of people) {
      const { status } = await send(member, 'GET', `${path}?as=${person}`)
      if (status === 200) throw new Breach('limit', `${path} of another wallet was told to a stranger`)
    }
  })
}
