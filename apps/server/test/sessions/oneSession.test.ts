import { offerVoiceRoom } from '@parley/protocol'
import { type Signer, signInAs, startPushService, VoiceGuest, wallets } from '@parley/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { givenDatabases } from '../given/engines.ts'
import { openMarket, type Market } from '../given/market.ts'
import { subscribe } from '../given/pushes.ts'
import { type Member, refusalOf } from '../given/tables.ts'
import { startTestServer, until } from '../given/testServer.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market.stop())

describe('given a wallet that signs in', () => {
  const databases = givenDatabases('sqlite')

  it('has tables, inbox, notifications and private rooms by that one signature, until it signs out', async () => {
    const { account } = wallets.alice
    let key: string | null = null
    const service = await startPushService(async () => key ?? '')
    const server = await startTestServer(market, await databases.fresh(), { PUSH_TRUSTED_ORIGINS: service.origin })
    let signatures = 0
    const signer: Signer = {
      address: account.address,
      signMessage: (text) => {
        signatures += 1
        return account.signMessage(text)
      },
    }
    try {
      const offerId = await market.offer()
      await until(() => server.offer(offerId))
      const browser = await signInAs(server.url, { account: signer })
      const as = { as: account.address }
      const alice: Member = { address: account.address, as, api: browser.client, browser, url: server.url }
      key = (await browser.client.request('inboxSettings', { query: as })).push.key
      const phone = service.open()
      const join = async () => {
        const guest = await VoiceGuest.arrive(server.url, browser.headers())
        const answer = await guest.join(offerVoiceRoom(offerId), as)
        guest.leave()
        return answer.ok ? null : `401 ${answer.refusal}`
      }
      const uses = [
        () => refusalOf(browser.client.request('tables', { query: as })),
        () => refusalOf(browser.client.request('inbox', { query: as })),
        () => refusalOf(subscribe(alice, phone)),
        join,
      ]
      for (const use of uses) expect(await use()).toBeNull()
      expect(signatures).toBe(1)
      await browser.client.request('signOut', { body: { everywhere: false } })
      for (const use of uses) expect(await use()).toBe('401 sign-in-needed')
      expect(signatures).toBe(1)
    } finally {
      await server.stop()
      await service.stop()
    }
  })
})
