import { setTimeout as delay } from 'node:timers/promises'
import { createOffer, signInAs, startPushService, startWorld, transact, wallets, type World } from '@parley/testkit'
import { erc721Abi } from 'viem'
import type { Bench, BenchRow } from './Bench.ts'
import { median } from './cases/proxiedWorld.ts'

const pollMs = 1_000
/** Of a hundred, the slowest but none is the 99th. */
const offers = 100
const percentile = 0.99
const goalPolls = 2
const durationS = 24 * 60 * 60
/** A push that takes longer is lost. */
const patienceMs = 60_000

export const bench: Bench = {
  about: `From the receipt of a new offer until its push is decrypted at the push service of its recipient, ${offers} offers between any two polls of ${pollMs} ms.`,
  besides: true,
  async run() {
    let vapid: string | null = null
    const service = await startPushService(async () => vapid)
    const serverEnv = { POLL_MS: String(pollMs), PUSH_TRUSTED_ORIGINS: service.origin }
    const world = await startWorld({ seed: 'empty', blockTimeS: null, serverEnv })
    try {
      const { client } = await signInAs(world.url, wallets.bob)
      const query = { as: wallets.bob.account.address }
      vapid = (await client.request('inboxSettings', { query })).push.key
      const phone = service.open()
      await client.request('subscribePush', { query, body: phone.subscription })
      const lags = await lagsOf(world, phone.received)
      if (service.faults.length > 0) throw new Error(service.faults.join('\n'))
      const slowest = lags.toSorted((one, other) => one - other)[Math.ceil(lags.length * percentile) - 1] ?? Number.NaN
      return [
        row('p50 from an offer to its push', median(lags)),
        row('p99 from an offer to its push', slowest),
        {
          case: 'pushes for each offer',
          figure: phone.requests() / offers,
          unit: 'requests',
          reference: 1,
          against: 'goal',
        },
      ]
    } finally {
      await world.stop()
      await service.stop()
    }
  },
}

function row(name: string, ms: number): BenchRow {
  return { case: name, figure: ms / pollMs, unit: 'polls', reference: goalPolls, against: 'goal' }
}

async function lagsOf(
  { chain, escrow, collections }: World,
  received: readonly { readonly message: { readonly id: string }; readonly atMs: number }[],
): Promise<number[]> {
  const requested = collections.startingNfts('bob').slice(0, 1)
  const nfts = collections.startingNfts('crowd').slice(0, offers)
  for (const to of new Set(nfts.map(({ contract }) => contract)))
    await transact(chain.client, {
      from: wallets.crowd,
      to,
      abi: erc721Abi,
      functionName: 'setApprovalForAll',
      args: [escrow, true],
    })
  const lags: number[] = []
  for (const nft of nfts) {
    const id = await createOffer({ chain, escrow }, { from: wallets.crowd, offered: [nft], requested, durationS })
    const minedMs = performance.now()
    lags.push((await untilReceived(received, id)).atMs - minedMs)
    // So that the offers fall anywhere between two polls.
    await delay((lags.length * 137) % pollMs)
  }
  return lags
}

async function untilReceived(received: Parameters<typeof lagsOf>[1], offerId: string) {
  const deadlineMs = performance.now() + patienceMs
  for (;;) {
    const push = received.find(({ message }) => message.id === `offer-received:${offerId}`)
    if (push) return push
    if (performance.now() > deadlineMs) throw new Error(`No push came for ${offerId}`)
    await delay(5)
  }
}
