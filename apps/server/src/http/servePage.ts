import { existsSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { drawingFile } from '@parley/protocol'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ServerConfig } from '../config/serverConfig.ts'
import type { Site } from './site.ts'
import { readDocument, sendDocument, sitePreview, withPreview } from '../previews/withPreview.ts'

/**
 * Serves the built page. Files with a hash in their name are cached for ever; the document is revalidated each time.
 * Any other path that isn't the API is a page of the app.
 */
export async function servePage(
  app: FastifyInstance,
  { webDist, serviceWorker }: Pick<ServerConfig, 'webDist' | 'serviceWorker'>,
  site: Site,
): Promise<void> {
  const built = webDist !== null && existsSync(join(webDist, 'index.html'))
  if (built) {
    if (!serviceWorker) {
      app.get(serviceWorkerPath, (_request, reply) =>
        reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(removingWorker),
      )
    }
    await app.register(fastifyStatic, {
      root: webDist,
      wildcard: false,
      index: false,
      globIgnore: [drawingFile, ...(serviceWorker ? [] : [`${serviceWorkerPath.slice(1)}*`])],
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => void reply.header('cache-control', cachingOf(relative(webDist, path))),
    })
  }
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, async (request, reply) => {
    if (!isPage(request)) return reply.code(404).send({ success: false, error: 'there is nothing at this address' })
    if (!built)
      return reply
        .code(404)
        .type('text/plain')
        .send('This server has the API only: the page is not built, or WEB_DIST does not name its folder.')
    const [path = '/'] = request.url.split('?')
    const html = await readDocument(webDist, path)
    if (html === null) return reply.sendFile('index.html')
    return sendDocument(request, reply, withPreview(html, sitePreview(site.name), { origin: site.origin, path }))
  })
}

const serviceWorkerPath = '/sw.js'

/** Takes the place of the page's worker in each browser, deletes what that one kept, and leaves. Open pages stay as they are. */
const removingWorker = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) =>
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.map((name) => caches.delete(name))))
      .then(() => self.registration.unregister()),
  ),
)
`

/** Paths for programs: a misspelled one must give 404 and not the page. */
const forPrograms = /^\/(api|alive|health|assets|socket\.io)(\/|$)/

/** A document is asked for by GET, outside the API, under a path whose last part is no file name. */
function isPage(request: FastifyRequest): boolean {
  const [path = ''] = request.url.split('?')
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  // `//example.com` is a path of this site, and not a file for its ending.
  return path.startsWith('//') || (!forPrograms.test(path) && !/\.[a-z0-9]+$/i.test(path))
}

function cachingOf(file: string): string {
  return file.startsWith(`assets${sep}`) ? 'public, max-age=31536000, immutable' : 'no-cache'
}

/** Less than a year, as RFC 9116 asks. The operator vouches for the contact for as long as the server runs with it. */
const validForMs = 90 * 86_400_000

/** `/.well-known/security.txt` (RFC 9116): where a hole is reported. Without a contact there is no such file. */
export function serveSecurityText(app: FastifyInstance, contacts: readonly string[], site: Pick<Site, 'origin'>): void {
  if (contacts.length === 0) return
  const path = '/.well-known/security.txt'
  app.get(path, (_request, reply) => {
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=86400')
    return securityText(contacts, site.origin + path, new Date(Date.now() + validForMs))
  })
}

function securityText(contacts: readonly string[], url: string, expires: Date): string {
  return [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    // The RFC allows this line for https alone.
    ...(url.startsWith('https:') ? [`Canonical: ${url}`] : []),
    '',
  ].join('\n')
}
