import type { IncomingMessage, ServerResponse } from 'node:http'
import sharp from 'sharp'

/** The honest collection's server: `/{id}.json` and `/{id}.png`. Each card is a square of a unique colour. */

const sidePx = 96

export function cardName(tokenId: number): string {
  return `Card ${tokenId}`
}

export type Colour = readonly [red: number, green: number, blue: number]

export function cardColour(tokenId: number): Colour {
  return [(tokenId * 37) % 256, (tokenId * 91 + 40) % 256, (tokenId * 151 + 90) % 256]
}

export async function answerCard(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, digits = '', form] = /^\/(\d{1,7})\.(json|png)$/.exec(request.url ?? '') ?? []
  const tokenId = Number(digits)
  if (form === 'png') {
    const [r, g, b] = cardColour(tokenId)
    const picture = await sharp({ create: { width: sidePx, height: sidePx, channels: 3, background: { r, g, b } } })
      .png()
      .toBuffer()
    response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
  } else if (form === 'json') {
    const image = `http://${request.headers.host ?? ''}/${tokenId}.png`
    const metadata = { name: cardName(tokenId), image, attributes: [{ trait_type: 'kind', value: 'honest' }] }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(metadata))
  } else response.writeHead(404).end()
}

/** Difference between a picture's mean colour and the card's, in the worst channel. */
export async function colourError(picture: Uint8Array, tokenId: number): Promise<number> {
  const { channels } = await sharp(picture).stats()
  return Math.max(...cardColour(tokenId).map((wanted, at) => Math.abs(wanted - (channels[at]?.mean ?? -1_000))))
}
