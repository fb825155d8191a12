import { Breach } from '../breach.ts'
import { sourceHeaders, type Source } from '../network.ts'
import type { Scene } from './surface.ts'

/** Drawings are given up after seconds, gateways likewise, and others may wait before this one. */
const answerTimeoutMs = 120_000

/** Asks for the picture of a token of the strangers; the answer, which may take long, must be no failure of the server's own. */
export function askPicture(
  scene: Scene,
  source: Source,
  { token, size }: { readonly token: number; readonly size: string },
): void {
  const path =
    size === 'metadata'
      ? `/api/nft/${scene.arena.traps}/${token}`
      : `/api/nft/${scene.arena.traps}/${token}/image?size=${size}`
  const head = Object.entries(sourceHeaders(source)).map(([name, value]) => `${name}: ${value}\r\n`)
  scene.crowd.linger(
    scene.crowd
      .exchange(source, `GET ${path} HTTP/1.1\r\n${head.join('')}connection: close\r\n\r\n`, answerTimeoutMs)
      .then(({ status, text }) => {
        if (status === 500) throw new Breach('fault', `${path}: status 500 ${text.slice(-200)}`)
      }),
  )
}
