import { once } from 'node:events'
import { createServer } from 'node:http'
import sharp from 'sharp'

/** A web server with prepared metadata and pictures, which counts requests. */
export interface PictureOrigin {
  readonly url: string
  /** The pictures that it rotates through, so that a bare loop can scale the same ones. */
  readonly pictures: readonly Buffer[]
  /** Requests for pictures so far. */
  fetches(): number
  stop(): Promise<void>
}

const side = 2_000

/** @param count different pictures; token `id` shows number id modulo count. */
export async function startPictureOrigin(count: number): Promise<PictureOrigin> {
  const pictures = await Promise.all(Array.from({ length: count }, (_, index) => drawPicture(index)))
  let fetches = 0
  const server = createServer((request, response) => {
    const [, id, kind] = /^\/(\d+)\.(json|png)$/.exec(request.url ?? '') ?? []
    const picture = pictures[Number(id) % count]
    if (kind === 'json') response.end(JSON.stringify({ name: `#${id}`, image: `${origin.url}/${id}.png` }))
    else if (kind === 'png' && picture) {
      fetches += 1
      response.end(picture)
    } else response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The origin has no port')
  const origin: PictureOrigin = {
    url: `http://127.0.0.1:${address.port}`,
    pictures,
    fetches: () => fetches,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return origin
}

/** Flat shapes with a soft shade, as most collections' pictures are. */
async function drawPicture(index: number): Promise<Buffer> {
  const shapes = Array.from({ length: 12 }, (_, shape) => {
    const hue = (index * 47 + shape * 31) % 360
    return `<circle cx="${(shape * 389 + index * 97) % side}" cy="${(shape * 563 + index * 53) % side}" r="${120 + ((shape * 71) % 400)}" fill="hsl(${hue} 60% 55%)"/>`
  }).join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><linearGradient id="g"><stop stop-color="#fee"/><stop offset="1" stop-color="#456"/></linearGradient><rect width="100%" height="100%" fill="url(#g)"/>${shapes}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
