import type { IncomingMessage, ServerResponse } from 'node:http'

/** How the strangers' web server answers one path. */
export interface Dish {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Lazy, since some are large. */
  readonly body?: () => string | Uint8Array
  /**
   * - `whole`: at once.
   * - `drip`: a byte every tenth of a second.
   * - `endless`: the body over and over.
   * - `hang`: headers only.
   * - `mute`: not even headers.
   * - `cut`: half of the body, then a disconnect.
   */
  readonly manner?: 'whole' | 'drip' | 'endless' | 'hang' | 'mute' | 'cut'
}

/** The strangers' web server: metadata and pictures of their collection. */
export interface Kitchen {
  serve(path: string, dish: Dish): void
  /** Forgets all dishes. */
  clear(): void
  readonly answer: (request: IncomingMessage, response: ServerResponse) => void
}

const dripMs = 100

export function createKitchen(): Kitchen {
  const dishes = new Map<string, Dish>()
  return {
    serve: (path, dish) => void dishes.set(path, dish),
    clear: () => dishes.clear(),
    answer(request, response) {
      const dish = dishes.get(request.url ?? '')
      if (dish) serveDish(dish, response)
      else response.writeHead(404).end()
    },
  }
}

function serveDish(
  { status = 200, headers = {}, body = () => '', manner = 'whole' }: Dish,
  response: ServerResponse,
): void {
  if (manner === 'mute') return
  response.writeHead(status, { ...headers })
  const bytes = Buffer.from(body())
  switch (manner) {
    case 'whole':
      return void response.end(bytes)
    case 'hang':
      response.flushHeaders()
      return undefined
    case 'cut':
      return void response.write(bytes.subarray(0, bytes.length >> 1), () => response.destroy())
    case 'drip':
      return drip(response, bytes)
    case 'endless':
      return pourEndlessly(response, bytes)
  }
}

function drip(response: ServerResponse, bytes: Buffer): void {
  let at = 0
  const timer = setInterval(() => response.write(bytes.subarray(at, (at += 1))), dripMs)
  response.once('close', () => clearInterval(timer))
}

function pourEndlessly(response: ServerResponse, bytes: Buffer): void {
  const pour = (): void => {
    while (!response.destroyed && response.write(bytes.length > 0 ? bytes : 'x'.repeat(1_000)));
  }
  response.on('drain', pour)
  pour()
}
