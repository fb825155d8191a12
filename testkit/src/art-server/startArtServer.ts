import type { IncomingMessage, ServerResponse } from 'node:http'
import { isPortFree } from '../chain/isPortFree.ts'
import { serveHttp } from '../serveHttp.ts'
import { artAnswer } from './artAnswer.ts'

export interface ArtServer {
  readonly url: string
  readonly port: number
  /** Calls back with the path of each request, until the returned function is called. */
  watch(onPath: (path: string) => void): () => void
  stop(): Promise<void>
}

const oneDayS = 86_400

/** Serves the collections' metadata and pictures, as each project's own server would. Port 0 picks a free one. */
export async function startArtServer(preferredPort = 0): Promise<ArtServer> {
  const port = preferredPort !== 0 && (await isPortFree(preferredPort)) ? preferredPort : 0
  const { server, ...opened } = await serveHttp((request, response) => void answer(request, response), { port })
  return {
    ...opened,
    watch(onPath) {
      const tell = ({ url = '' }: IncomingMessage) => onPath(url)
      server.on('request', tell)
      return () => server.off('request', tell)
    },
  }
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const origin = `http://${request.headers.host ?? '127.0.0.1'}`
  const found = await artAnswer(request.url ?? '/', origin).catch(() => undefined)
  if (!found) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('No such token\n')
    return
  }
  response.writeHead(200, {
    'content-type': found.type,
    'cache-control': `public, max-age=${oneDayS}`,
    'access-control-allow-origin': '*',
  })
  response.end(found.body)
}
