import { liveEventSchema } from '@parley/protocol'
import { describe, expect, it } from 'vitest'
import { givenServer } from '../given/marketServer.ts'
import { listenTo, openPage } from '../given/rawClient.ts'
import { until } from '../given/testServer.ts'

const given = givenServer()

describe('given an open page', () => {
  it('is greeted, and told of every block and every offer that changed, in order', async () => {
    const page = await openPage(given.server.url)
    await until(async () => page.events[0]?.type === 'hello')
    const offerId = await given.market.offer()
    const parties = { creator: given.market.address('alice'), recipient: given.market.address('bob') }
    const told = () => page.events.filter((event) => event.type === 'offer')
    await until(async () => told().length === 1)
    expect(told()[0]).toEqual({ type: 'offer', offerId, ...parties })
    await given.market.accept(offerId)
    await until(async () => told().length === 2)
    const heads = page.events.filter((event) => event.type === 'head')
    expect(heads.length).toBeGreaterThan(0)
    const block = await given.market.chain.client.getBlock()
    await until(async () =>
      page.events.some((event) => event.type === 'head' && event.timestamp === Number(block.timestamp)),
    )
    expect(page.ids).toEqual(page.ids.toSorted((a, b) => a - b))
    expect(new Set(page.ids).size).toBe(page.ids.length)
    page.leave()
  })

  it('finds chain time in the greeting and in the configuration', async () => {
    await given.server.indexer.catchUp()
    const page = await openPage(given.server.url)
    await until(async () => page.events.length > 0)
    const { timestamp } = await given.market.chain.client.getBlock()
    expect(page.events[0]).toMatchObject({ type: 'hello', timestamp: Number(timestamp) })
    expect(await given.server.api.request('config')).toMatchObject({ timestamp: Number(timestamp) })
    page.leave()
  })

  it('finds an announced change in the API at once', async () => {
    const page = await openPage(given.server.url)
    const id = await given.market.offer()
    await until(async () => page.events.some((event) => event.type === 'offer' && event.offerId === id))
    const { offers } = await given.server.api.request('offersByRecipient', {
      params: { address: given.market.address('bob') },
    })
    expect(offers.some(({ offerId }) => offerId === id)).toBe(true)
    page.leave()
  })

  it('is let go when the server stops', async () => {
    const short = await given.startAnother()
    const page = await openPage(short.url)
    await until(async () => page.events.length > 0)
    await short.stop()
    expect(await page.ended).toBe('ended')
  })
})

describe('given an open page about its topics', () => {
  const openAbout = (...topics: string[]) =>
    listenTo(`${given.server.url}/api/events?about=${topics.join(',')}`, liveEventSchema)
  type Page = Awaited<ReturnType<typeof openPage>>
  /** Without blocks and greetings, which every page is sent. */
  const changes = ({ events }: Page) => events.filter(({ type }) => type !== 'head' && type !== 'hello')

  it('is sent the changes of its wallets and offers, and those of no other', async () => {
    const [alice, stranger] = [given.market.address('alice'), `0x${'5'.repeat(40)}`]
    // Pages learn of moved NFTs once the owners are read.
    const supplies = async () => (await given.server.api.request('collections', {})).collections
    await until(async () => (await supplies()).every(({ supply }) => supply !== null))
    const pages = [
      await openPage(given.server.url),
      await openAbout(alice.toLowerCase()),
      await openAbout(stranger),
      await openAbout(),
    ]
    const [all, ofAlice, ofStranger, ofNothing] = pages
    if (!all || !ofAlice || !ofStranger || !ofNothing) throw new Error('a page is missing')
    await until(async () => pages.every(({ events }) => events[0]?.type === 'hello'))
    const offerId = await given.market.offer()
    await until(async () => all.events.some((event) => event.type === 'offer'))
    // A page has this later block only after everything that was sent before.
    await given.market.chain.client.mine({ blocks: 1 })
    const later = Number(await given.market.chain.client.getBlockNumber())
    await until(async () =>
      pages.every(({ events }) => events.some((event) => event.type === 'head' && event.block >= later)),
    )
    expect(changes(all).length).toBeGreaterThanOrEqual(2)
    expect(changes(ofAlice)).toContainEqual(expect.objectContaining({ type: 'offer', offerId }))
    for (const event of changes(ofAlice)) if (event.type === 'holdings') expect(event.addresses).toEqual([alice])
    expect(changes(ofStranger)).toEqual([])
    expect(changes(ofNothing)).toEqual([])

    const late = await openAbout(offerId, stranger)
    await until(async () => late.events.length > 0)
    expect(late.events[0]).toMatchObject({ type: 'hello', changed: expect.arrayContaining([offerId]) })
    await given.market.accept(offerId)
    await until(async () => late.events.some((event) => event.type === 'offer' && event.offerId === offerId))
    for (const page of [...pages, late]) page.leave()
  })

  it.each([
    ['no address', 'alice'],
    ['one more than there may be', Array.from({ length: 51 }, () => `0x${'a'.repeat(40)}`).join(',')],
    ['an empty one', `0x${'a'.repeat(40)},`],
  ])('is refused with %s', async (_, about) => {
    expect(await given.server.raw(`/api/events?about=${about}`)).toMatchObject({
      status: 400,
      body: { field: 'about' },
    })
  })
})

describe('given one address with very many open pages', () => {
  it('refuses those above fifty, and takes another when one leaves', async () => {
    // Those of other tests have left.
    await until(async () => String((await given.server.raw('/metrics')).body['text']).includes('parley_live_pages 0\n'))
    const pages = await Promise.all(Array.from({ length: 50 }, () => openPage(given.server.url)))
    expect(pages.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200))
    const [first] = pages
    expect(await given.server.raw('/api/events')).toMatchObject({ status: 429, body: { success: false } })
    first?.leave()
    const another = await until(async () => {
      const page = await openPage(given.server.url)
      return page.status === 200 && page
    })
    for (const page of [...pages, another]) page.leave()
  })
})
