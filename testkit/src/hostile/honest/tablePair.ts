import { request as httpRequest, type ClientRequest } from 'node:http'
import { createInterface } from 'node:readline'
import { type TableEvent, tableEventSchema, tableEventsPath, type WireDeal, type WireTable } from '@parley/protocol'
import { type Browser, openBrowser, signInAs } from '../../signIn.ts'
import { wallets } from '../../wallets.ts'
import { Breach } from '../breach.ts'
import { siteOrigin, sourceHeaders, type Door, type Source } from '../network.ts'
import { addressOf } from './trades.ts'

/** A table takes no more than 500 versions. */
const versionsEach = 400
const durations = [5, 60] as const

/** Alice and Bob at a table: what he lays down she sees, once, and nothing of others. */
export class TablePair {
  private readonly door: Door
  private readonly sources: readonly [Source, Source]
  private readonly browsers: Readonly<Record<'alice' | 'bob', Browser>>
  private table: WireTable
  private stream: ClientRequest | undefined
  private wake: (() => void) | undefined
  private trouble: Breach | undefined
  private heard: (TableEvent & { readonly type: 'table' })[] = []

  private constructor(
    door: Door,
    sources: readonly [Source, Source],
    browsers: Readonly<Record<'alice' | 'bob', Browser>>,
    table: WireTable,
  ) {
    this.door = door
    this.sources = sources
    this.browsers = browsers
    this.table = table
  }

  static async open(door: Door, sources: readonly [Source, Source], timeoutMs: number): Promise<TablePair> {
    const url = `http://127.0.0.1:${door.port}`
    const enter = (person: 'alice' | 'bob', source: Source) =>
      signInAs(url, wallets[person], openBrowser(url, { ...sourceHeaders(source), origin: siteOrigin }))
    const browsers = { alice: await enter('alice', sources[0]), bob: await enter('bob', sources[1]) }
    const pair = new TablePair(door, sources, browsers, await openTable(browsers.alice))
    await pair.sit(timeoutMs)
    return pair
  }

  /** What strangers may know: only the two are let in by it. */
  get tableId(): string {
    return this.table.tableId
  }

  /** Bob lays a version down. @returns how long it takes to be on Alice's line. */
  async relay(timeoutMs: number): Promise<number> {
    if (this.table.version.number >= versionsEach) await this.moveOn(timeoutMs)
    const { tableId, version } = this.table
    const deal = dealOf(version.number)
    const query = { as: addressOf('bob') }
    const startedMs = performance.now()
    const laid = this.browsers.bob.client
      .request('layVersion', {
        params: { tableId },
        query,
        body: { base: version.number, deal, note: '', isReady: false },
      })
      .catch((error: unknown) => Promise.reject(new Breach('wrong', `table: ${String(error)}`)))
    const [event] = await Promise.all([this.next(timeoutMs), laid])
    const tookMs = performance.now() - startedMs
    const [line] = event.log
    if (
      event.log.length !== 1 ||
      line?.kind !== 'version' ||
      line.version !== version.number + 1 ||
      line.by !== 'guest'
    )
      throw new Breach('wrong', `table: Alice heard ${JSON.stringify(event)}`)
    const hers = await this.read()
    if (
      JSON.stringify({ ...hers, seen: null, log: null }) !== JSON.stringify({ ...event.table, seen: null, log: null })
    )
      throw new Breach('wrong', `table: Alice reads ${JSON.stringify(hers.version)}`)
    this.table = hers
    return tookMs
  }

  close(): void {
    const { stream } = this
    this.stream = undefined
    stream?.destroy()
  }

  private async read(): Promise<WireTable> {
    const at = { params: { tableId: this.tableId }, query: { as: addressOf('alice') } }
    const { table } = await this.browsers.alice.client.request('table', at)
    return table
  }

  private async moveOn(timeoutMs: number): Promise<void> {
    this.close()
    const at = { params: { tableId: this.tableId }, query: { as: addressOf('alice') }, body: {} }
    await this.browsers.alice.client.request('leaveTable', at)
    this.table = await openTable(this.browsers.alice)
    await this.sit(timeoutMs)
  }

  private sit(timeoutMs: number): Promise<void> {
    this.heard = []
    return new Promise((resolve, reject) => {
      const [source] = this.sources
      const request = httpRequest({
        host: '127.0.0.1',
        port: this.door.port,
        path: `${tableEventsPath}?as=${addressOf('alice')}&table=${this.tableId}`,
        localAddress: source.localAddress,
        headers: this.browsers.alice.headers(),
      })
      this.stream = request
      const timer = setTimeout(() => request.destroy(new Breach('wrong', 'table: no stream in time')), timeoutMs)
      request.on('error', reject)
      request.once('response', (response) => {
        clearTimeout(timer)
        if (response.statusCode !== 200) return reject(new Breach('wrong', `table: status ${response.statusCode}`))
        response.on('error', () => undefined)
        response.once('close', () => {
          if (this.stream === request) this.fail('its stream was cut')
        })
        createInterface(response)
          .on('line', (line) => {
            if (!line.startsWith('data: ')) return
            const event = tableEventSchema.parse(JSON.parse(line.slice(6)))
            if (event.type === 'hello') resolve()
            if (event.type !== 'table' || event.table.tableId !== this.tableId) return
            this.heard.push(event)
            this.wake?.()
          })
          .on('error', () => undefined)
      })
      request.end()
    })
  }

  private async next(timeoutMs: number): Promise<TableEvent & { readonly type: 'table' }> {
    const deadline = setTimeout(() => this.fail(`nothing came within ${timeoutMs} ms`), timeoutMs)
    try {
      for (;;) {
        const event = this.heard.shift()
        if (event) return event
        if (this.trouble) throw this.trouble
        await new Promise<void>((resolve) => (this.wake = resolve))
      }
    } finally {
      clearTimeout(deadline)
    }
  }

  private fail(what: string): void {
    this.trouble ??= new Breach('wrong', `table: ${what}`)
    this.wake?.()
  }
}

function dealOf(version: number): WireDeal {
  const durationMinutes = durations[version % durations.length] ?? durations[0]
  return { opener: { nfts: [], wei: '0' }, guest: { nfts: [], wei: '0' }, durationMinutes }
}

async function openTable({ client }: Browser): Promise<WireTable> {
  const body = { with: addressOf('bob'), deal: dealOf(0), note: '', isReady: false }
  return (await client.request('openTable', { query: { as: addressOf('alice') }, body })).table
}
