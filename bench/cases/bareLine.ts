/** Where a page's moves go instead of to the server. */
export interface BareLine {
  readonly socketUrl: string
  readonly tableId: string
}

/**
 * Runs in a page before its own scripts, and so refers to nothing outside. A version that the page lays down goes to the
 * other page through a bare socket, in the bytes of the server's event, and is answered on the spot. All else is the page's
 * own: it is drawn as over a server that takes no time.
 */
export function useBareLine({ socketUrl, tableId }: BareLine): void {
  const socket = new WebSocket(socketUrl)
  const streams = new Set<EventSource>()
  const send = window.fetch
  /** The newest, with its log. */
  let table: { entries: number; log: object[] } | null = null

  const greeted = (data: string): void => {
    const event = JSON.parse(data)
    if (event.type === 'hello' && event.table) table = event.table
  }
  window.EventSource = class extends EventSource {
    constructor(url: string | URL) {
      super(url)
      if (!String(url).includes(tableId)) return
      streams.add(this)
      this.addEventListener('message', ({ data }) => greeted(data))
    }
  }
  socket.addEventListener('message', ({ data }) => {
    const { table: head, log } = JSON.parse(data)
    table = { ...head, log: [...(table?.log ?? []), ...log] }
    for (const stream of streams) stream.dispatchEvent(new MessageEvent('message', { data }))
  })
  window.fetch = async (input, init) => {
    const isMove = typeof input === 'string' && input.includes(`/api/tables/${tableId}/versions`)
    if (!isMove || !table || typeof init?.body !== 'string') return send(input, init)
    const { base, deal, note } = JSON.parse(init.body)
    const { log, ...before } = table
    const stamp = { by: 'opener', at: Math.floor(Date.now() / 1000) }
    const head = {
      ...before,
      state: 'proposed',
      version: { ...stamp, number: base + 1, deal },
      ready: { opener: false, guest: false },
      agreedAt: null,
      changedAt: stamp.at,
      entries: before.entries + 1,
    }
    const line = { n: head.entries, kind: 'version', ...stamp, version: base + 1, deal, note }
    table = { ...head, log: [...log, line] }
    socket.send(JSON.stringify({ type: 'table', table: head, log: [line] }))
    return Response.json({ success: true, table })
  }
}
