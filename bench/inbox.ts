import { hash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { serverSettings, startParts, worldFiles } from '@parley/testkit'
import type { Bench } from './Bench.ts'
import { againstBare, startOwnBare } from './cases/bareServer.ts'
import { startOwnServer } from './cases/ownProcess.ts'
import { hashNumber, offersAWallet, storeOffers, walletNumber } from './cases/storedOffers.ts'

const stored = 1_000_000
/** Wallets that are signed in: as many as all runs ask, so that no answer is ready. */
const members = 10_000
const weekS = 7 * 24 * 60 * 60
const longestIndexMs = 120_000
const pollMs = 100

export const bench: Bench = {
  about: `The first page of an inbox with ${stored.toLocaleString('en')} items in all inboxes and as many reading marks. bare: node:http answering the same requests with the same bytes. Server, node:http and client are processes of their own.`,
  async run() {
    const files = worldFiles(await mkdtemp(join(tmpdir(), 'parley-bench-')))
    const parts = await startParts(files, { seed: 'empty', blockTimeS: null })
    const serverEnv = { REQUESTS_PER_MINUTE: '1000000', LOG_LEVEL: 'warn', EXPLORER_API_URL: 'none' }
    const settings = serverSettings(parts, files, { serverEnv })
    const file = join(files.folder, 'parley.sqlite')
    try {
      // It makes the tables.
      await (await startOwnServer(settings)).stop()
      const [escrow] = parts.deployment.escrows
      if (!escrow) throw new Error('a world without an escrow')
      storeOffers(file, escrow.address, stored)
      const tokens = storeMembers(file)
      const { url, usageMs, stop } = await startOwnServer(settings)
      try {
        await indexed(file)
        const asked = (turn: number) => {
          const headers = { cookie: `parley-session=${tokens[turn % members]}` }
          return { path: `/api/inbox?as=${walletNumber(turn % members)}`, headers }
        }
        const own = { startBare: startOwnBare, usageMs }
        return [
          ...(await againstBare('first page, each of another inbox', url, asked, own)),
          ...(await againstBare('first page of one inbox, again and again', url, () => asked(1), own)),
        ]
      } finally {
        await stop()
      }
    } finally {
      await Promise.all([parts.chain.stop(), parts.art.stop()])
      await rm(files.folder, { recursive: true, force: true })
    }
  },
}

/** Waits until a server has read who owns what, the last part of its index. It isn't measured here. */
async function indexed(file: string): Promise<void> {
  const db = new DatabaseSync(file, { readOnly: true })
  const checkpoint = db.prepare("select block from checkpoints where consumer = 'holdings'")
  const endMs = performance.now() + longestIndexMs
  while (checkpoint.get() === undefined) {
    if (performance.now() > endMs) throw new Error('the owners were not read')
    await sleep(pollMs)
  }
  db.close()
}

/** Signs wallets in, and gives every wallet its marks, as the server would. @returns the tokens of their cookies. */
function storeMembers(file: string): readonly string[] {
  const db = new DatabaseSync(file)
  db.exec('pragma synchronous = off; begin')
  const nowS = Math.floor(Date.now() / 1000)
  const session = db.prepare('insert into sessions (id, address, created_at_s, expires_at_s) values (?, ?, ?, ?)')
  const tokens = Array.from({ length: members }, (_, number) => {
    const token = randomBytes(32).toString('base64url')
    session.run(hash('sha256', token, 'base64url'), walletNumber(number), nowS, nowS + weekS)
    return token
  })
  const wallets = stored / offersAWallet
  const mark = db.prepare('insert into inbox_marks (address, item, read_at_s) values (?, ?, ?)')
  for (let wallet = 0; wallet < wallets; wallet += 1) {
    const received = Array.from({ length: offersAWallet }, (_, at) => hashNumber(at * wallets + wallet - 1))
    const read = received.slice(2).map((id) => `offer-received:${id}`)
    for (const item of ['since-chain', 'since-server', ...read]) mark.run(walletNumber(wallet), item, nowS)
  }
  db.exec('commit')
  db.close()
  return tokens
}
