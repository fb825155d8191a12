import { setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'
import type { Random } from '../../art/random.ts'
import { Breach } from '../breach.ts'
import { siteOrigin } from '../network.ts'
import { sendByHand } from './byHand.ts'
import {
  ask,
  emptySide,
  enter,
  freshSource,
  frozen,
  json,
  keyOf,
  openTable,
  requestsAbout,
  sit,
  tableIn,
} from './signedInStrangers.ts'
import { bytesOf, hexOf, valueOf, whole, type Attack, type Surface } from './surface.ts'

/** Attacks on tables by signed-in strangers, and by the other person at one. */
export const tables: Surface = {
  name: 'tables',
  plan: (dice) =>
    dice.pick([prying, prying, unsigned, quarrel, quarrel, floods, newTables, crowdedSeats, deafSeats])(dice),
}

const answerTimeoutMs = 60_000
const unknownId = 'AAAAAAAAAAAAAAAAAAAAAA'
/** Of production: what a wallet may do in one go and a second; the rest is slack for the clock. */
const movesAtOnce = 60
const movesPerS = 5
const slack = 30
const maxStreamsOfWallet = 20
const newTablesADay = 20

/** A signed-in stranger asks for the honest people's table, as themselves and as one of them. */
function prying(dice: Random): Attack {
  const account = keyOf(dice)
  const tries = Array.from({ length: whole(dice, 3, 8) }, () => ({
    at: whole(dice, 0, 10),
    as: dice.pick(['self', 'self', 'alice', 'bob'] as const),
  }))
  return {
    what: `a signed-in stranger at the honest table: ${tries.map(({ at, as }) => `${at} as ${as}`).join(', ')}`,
    async run(scene) {
      const stranger = await enter(scene, account, freshSource(scene, dice))
      if (!stranger) return
      const [alice = '', bob = ''] = scene.people
      for (const { at, as } of tries) {
        const wallet = { self: stranger.address, alice, bob }[as]
        const [theirs, none] = [scene.tableId(), unknownId].map((id) => requestsAbout(id, wallet)[at])
        if (!theirs || !none) continue
        const [one, other] = [await ask(scene, stranger, theirs), await ask(scene, stranger, none)]
        if (one.status !== null && one.status < 300)
          throw new Breach('limit', `a stranger got the table of others: ${theirs.path} ${one.body.slice(0, 200)}`)
        const isLimited = [one, other].some(({ status }) => status === 429 || status === 503 || status === null)
        if (!isLimited && JSON.stringify(one) !== JSON.stringify(other))
          throw new Breach('limit', `a table of others is answered otherwise than none: ${one.status} ${one.body}`)
      }
      const { body } = await ask(scene, stranger, { path: `/api/tables?as=${stranger.address}` })
      if (body.includes(scene.tableId())) throw new Breach('limit', 'a stranger was listed the table of others')
    },
  }
}

/** Asks for it without a session, with a made-up one, or from a page of another site. */
function unsigned(dice: Random): Attack {
  const made = bytesOf(dice, 32).toString('base64url')
  const kind = dice.pick(['none', 'made', 'foreign', 'nobody'] as const)
  const person = whole(dice, 0, 1)
  return {
    what: `the honest table with ${kind} session`,
    async run(scene) {
      const source = freshSource(scene, dice)
      const headers: string[] = {
        none: [`origin: ${siteOrigin}`],
        made: [`origin: ${siteOrigin}`, `cookie: __Host-parley-session=${made}`],
        foreign: ['origin: https://evil.example', `cookie: __Host-parley-session=${made}`],
        nobody: [],
      }[kind]
      for (const { path, body } of requestsAbout(scene.tableId(), scene.people[person] ?? '')) {
        const text = body === undefined ? undefined : JSON.stringify(body)
        const method = body === undefined ? 'GET' : 'POST'
        const { status } = await sendByHand(scene, source, { method, path, headers: [json, ...headers], body: text })
        if (status !== null && status < 300) throw new Breach('limit', `${path} was answered with ${kind} session`)
      }
    },
  }
}

const words = ['ready', 'versions', 'notes', 'decline', 'withdraw', 'locker', 'lock', 'leave', 'report'] as const

/** Two strangers at a table of their own: moves in any order, whole and broken, several at once. */
function quarrel(dice: Random): Attack {
  const accounts = [keyOf(dice), keyOf(dice)]
  const moves = Array.from({ length: whole(dice, 5, 25) }, () => {
    const name = dice.pick(words)
    const version = dice.pick([1, 1, 2, 3, 0, -1, 1e9])
    const wei = dice.pick(['0', '1', '-1', '1e3', '9'.repeat(90)])
    const nft = { contract: `0x${hexOf(dice, 40)}`, tokenId: String(whole(dice, 0, 9)) }
    const side = { nfts: Array.from({ length: dice.pick([0, 0, 1, 21, 41]) }, () => nft), wei }
    const deal = { opener: side, guest: emptySide, durationMinutes: dice.pick([5, 60, 1440, 7]) }
    const wellFormed = {
      ready: { version, isReady: dice.chance(0.7) },
      versions: { base: version, deal, isReady: dice.chance(0.5), note: valueOf(dice, fc.string({ maxLength: 300 })) },
      notes: { text: valueOf(dice, fc.string({ maxLength: 300 })) },
      decline: { version, reason: 'own-words', text: valueOf(dice, fc.string({ maxLength: 300 })) },
      withdraw: { version },
      locker: { version, locker: dice.pick(['opener', 'guest']) },
      lock: { version, offerId: `0x${hexOf(dice, 64)}` },
      leave: dice.chance(0.1) ? {} : { no: 1 },
      report: { text: 'a report of the hostile harness' },
    }[name]
    const body: unknown = dice.chance(0.2) ? valueOf(dice, fc.jsonValue()) : wellFormed
    return { who: whole(dice, 0, 1), name, body, isAlone: dice.chance(0.4) }
  })
  return {
    what: `a quarrel: ${moves.map(({ who, name }) => `${who}${name}`).join(' ')}`,
    async run(scene) {
      const source = freshSource(scene, dice)
      const [one, other] = await Promise.all(accounts.map((account) => enter(scene, account, source)))
      if (!one || !other) return
      const tableId = await openTable(scene, one, other.address)
      if (tableId === null) return
      const seats = [one, other]
      const under: Promise<unknown>[] = []
      for (const { who, name, body, isAlone } of moves) {
        const person = seats[who]
        if (!person) continue
        const asked = ask(scene, person, { path: `/api/tables/${tableId}/${name}?as=${person.address}`, body })
        under.push(asked)
        if (isAlone) await asked
      }
      await Promise.all(under)
      const seen = await Promise.all(
        seats.map((person) => ask(scene, person, { path: `/api/tables/${tableId}?as=${person.address}` })),
      )
      const [hers, his] = seen.map(({ status, body }) => (status === 200 ? tableIn(body) : null))
      if (!hers || !his) return
      if (JSON.stringify(hers) !== JSON.stringify(his)) throw new Breach('wrong', 'the two see different tables')
      if (hers.agreedAt !== null && !(hers.ready.opener && hers.ready.guest))
        throw new Breach('wrong', `agreed without both: ${JSON.stringify(hers.ready)}`)
    },
  }
}

/** One wallet changes a table as fast as it can. */
function floods(dice: Random): Attack {
  const [account, guest] = [keyOf(dice), keyOf(dice).address]
  const count = whole(dice, 150, 300)
  const text = 'x'.repeat(whole(dice, 1, 280))
  return {
    what: `${count} notes of ${text.length} characters at once`,
    async run(scene) {
      const stranger = await enter(scene, account, freshSource(scene, dice))
      const tableId = stranger && (await openTable(scene, stranger, guest))
      if (!stranger || tableId === null) return
      const startedMs = performance.now()
      const path = `/api/tables/${tableId}/notes?as=${stranger.address}`
      const said = await Promise.all(
        Array.from({ length: count }, () => ask(scene, stranger, { path, body: { text } })),
      )
      const taken = said.filter(({ status }) => status === 200).length
      const allowed = movesAtOnce + (movesPerS * (performance.now() - startedMs)) / 1_000 + slack
      if (taken > allowed)
        throw new Breach('limit', `one wallet made ${taken} changes where ${Math.round(allowed)} are allowed`)
    },
  }
}

/** One wallet opens tables with Alice and with many others. */
function newTables(dice: Random): Attack {
  const account = keyOf(dice)
  const guests = Array.from({ length: whole(dice, 21, 28) }, () => keyOf(dice).address)
  return {
    what: `${guests.length} new tables of one wallet`,
    async run(scene) {
      const stranger = await enter(scene, account, freshSource(scene, dice))
      if (!stranger) return
      const opened = await Promise.all(guests.map((guest) => openTable(scene, stranger, guest)))
      const count = opened.filter((id) => id !== null).length
      if (count > newTablesADay) throw new Breach('limit', `one wallet opened ${count} tables with strangers`)
    },
  }
}

/** One person sits down with many pages, comes and goes, and signs out in the middle. */
function crowdedSeats(dice: Random): Attack {
  const [account, guest] = [keyOf(dice), keyOf(dice).address]
  const count = whole(dice, 22, 45)
  const signsOut = dice.chance(0.5)
  return {
    what: `${count} pages of one person at a table${signsOut ? ', who signs out' : ''}`,
    async run(scene) {
      const stranger = await enter(scene, account, freshSource(scene, dice))
      const tableId = stranger && (await openTable(scene, stranger, guest))
      if (!stranger || tableId === null) return
      const lines = await Promise.all(Array.from({ length: count }, () => sit(scene, stranger, tableId)))
      const statuses = await Promise.all(lines.map((line) => line.status(answerTimeoutMs)))
      const open = lines.filter((_, at) => statuses[at] === 200)
      if (open.length > maxStreamsOfWallet) throw new Breach('limit', `one wallet has ${open.length} streams of tables`)
      if (signsOut) {
        const before = { ...stranger, browser: frozen(stranger.browser) }
        await stranger.browser.client.request('signOut', { body: { everywhere: true } })
        const ended = await Promise.all(
          open.map((line) => line.until(() => line.socket.readableEnded, answerTimeoutMs)),
        )
        if (open.some((line, at) => ended[at] === null && !line.socket.readableEnded && !line.socket.destroyed))
          throw new Breach('limit', 'a stream of tables goes on after the session has ended')
        const { status } = await ask(scene, before, { path: `/api/tables?as=${stranger.address}` })
        if (status === 200) throw new Breach('limit', 'a session serves after it has ended')
      }
      for (const line of open) if (dice.chance(0.5)) line.socket.resetAndDestroy()
    },
  }
}

/** A page that never reads, while the other person says as much as they can. */
function deafSeats(dice: Random): Attack {
  const accounts = [keyOf(dice), keyOf(dice)]
  const count = whole(dice, 20, 50)
  return {
    what: `a table whose pages never read ${count} long notes`,
    async run(scene) {
      const source = freshSource(scene, dice)
      const [one, other] = await Promise.all(accounts.map((account) => enter(scene, account, source)))
      const tableId = one && other ? await openTable(scene, one, other.address) : null
      if (!one || !other || tableId === null) return
      for (let at = 0; at < 8; at += 1) (await sit(scene, other, tableId)).socket.pause()
      const path = `/api/tables/${tableId}/notes?as=${one.address}`
      for (let at = 0; at < count; at += 1) await ask(scene, one, { path, body: { text: '🙂'.repeat(280) } })
      await delay(beatMs)
    },
  }
}

const beatMs = 20
