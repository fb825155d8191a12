import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type PageParts, pagePartsFile } from '@parley/protocol'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Drawing } from './drawDocument.ts'

/** What others show of a page before it is opened. */
export interface PagePreview {
  readonly title: string
  readonly description: string
  /** 1200 by 630 pixels. `path` is of this server; `alt` says what is to be seen. */
  readonly picture: { readonly path: string; readonly alt: string }
}

/** A page's URL: the server's public origin and the path. */
interface PagePlace {
  readonly origin: string
  readonly path: string
}

/** Puts a preview into the document, in place of its own title and description. */
export function withPreview(
  html: string,
  { title, description, picture }: PagePreview,
  { origin, path }: PagePlace,
): string {
  const tags = [
    `<title>${escaped(title)}</title>`,
    meta('name', 'description', description),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', origin + path),
    meta('property', 'og:image', origin + picture.path),
    meta('property', 'og:image:type', 'image/png'),
    meta('property', 'og:image:width', '1200'),
    meta('property', 'og:image:height', '630'),
    meta('property', 'og:image:alt', picture.alt),
    meta('name', 'twitter:card', 'summary_large_image'),
    meta('name', 'twitter:title', title),
    meta('name', 'twitter:description', description),
    meta('name', 'twitter:image', origin + picture.path),
    meta('name', 'twitter:image:alt', picture.alt),
  ]
  return html
    .replace(/<title>[^<]*<\/title>/, '')
    .replace(/<meta\s+name="description"[^>]*>/, '')
    .replace('</head>', () => `${tags.join('')}</head>`)
}

function meta(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escaped(content)}">`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
}

/** What a link to any page but an offer's shows. @param name of the product */
export function sitePreview(name: string): PagePreview {
  return {
    title: `${name}: swap NFTs with a friend`,
    description: 'Two people, one table: swap NFTs safely through an escrow contract on Avalanche. In beta.',
    picture: {
      path: '/social.png',
      alt: `A table set for two, and between the two sides the slip of a deal on ${name}`,
    },
  }
}

/** What a path is about, as the API has it: the page shows it before its larger scripts have loaded. */
export interface DocumentData {
  /** Reads it: the page knows the form by this name. */
  readonly page: 'offer' | 'stats' | 'trader'
  /** The path that it belongs to, in lower case, so that the page never takes it for something else's. */
  readonly of: string
  readonly data: unknown
}

interface DocumentNeeds {
  /** Addresses of the page's first pictures. */
  readonly pictures?: readonly string[]
  readonly data?: DocumentData | undefined
  /** Draws the data, or an article. */
  readonly drawing?: Drawing
}

/**
 * The built page's document, or null without one. It names the files of `path`, so that they load at once. Read each
 * time: a new build serves at once.
 */
export async function readDocument(
  webDist: string | null,
  path: string,
  { pictures = [], data, drawing }: DocumentNeeds = {},
): Promise<string | null> {
  if (webDist === null) return null
  const html = await readFile(join(webDist, 'index.html'), 'utf8').catch(() => null)
  if (html === null) return null
  const { scripts, dataScripts, answers } = partsOf(await readPageParts(webDist), path)
  // With data, the other scripts wait for the first paint: they would share its bandwidth.
  const early = data === undefined ? [] : dataScripts
  const named = withParts(html, { early, scripts: early.length > 0 ? [] : scripts, answers, pictures })
  const carrying = data === undefined ? named : withData(named, data)
  return drawing ? drawing.draw(carrying, path) : carrying
}

const dataBlock = /(<script type="application\/json" id="document-data">)[^<]*(?=<\/script>)/

/** Writes data into the document's own element for it. Nothing in them may end that element, or begin another. */
export function withData(html: string, data: DocumentData): string {
  const text = JSON.stringify(data).replaceAll(/[<>&\u2028\u2029]/g, unicodeEscape)
  return html.replace(dataBlock, (_, start: string) => start + text)
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/**
 * Sends a document, or 304 where the browser has it already. It changes with what it carries, so it is asked for each time.
 *
 * Packed, for browsers that can read that: the first 14 kB come without another round trip. It holds no secret that its length
 * could tell of.
 */
export async function sendDocument(request: FastifyRequest, reply: FastifyReply, html: string): Promise<FastifyReply> {
  const encoding = encodingFor(request.headers['accept-encoding'])
  const digest = hash('sha256', html, 'base64url')
  const etag = encoding === null ? `"${digest}"` : `"${digest}-${encoding}"`
  reply.headers({ 'cache-control': 'no-cache', etag, vary: 'accept-encoding' })
  if (request.headers['if-none-match']?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag))
    return reply.code(304).send()
  reply.type('text/html; charset=utf-8')
  if (encoding === null) return reply.send(html)
  const packed = packedDocuments.get(etag) ?? (await pack[encoding](html))
  packedDocuments.set(etag, packed)
  return reply.header('content-encoding', encoding).send(packed)
}

type Encoding = 'br' | 'gzip'

const packedBytes = 4 * 1024 * 1024
const packedDocuments = new LRUCache<string, Buffer>({
  maxSize: packedBytes,
  sizeCalculation: ({ byteLength }) => byteLength || 1,
})

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)
/** Higher ones take several times as long for a tenth. */
const brotliQuality = 5
const pack: Readonly<Record<Encoding, (html: string) => Promise<Buffer>>> = {
  br: (html) => toBrotli(html, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
  gzip: (html) => toGzip(html),
}

/** What a client accepts without reservations; a quality of its own is as good as none. */
function encodingFor(accepted: string | string[] | undefined): Encoding | null {
  const names = String(accepted ?? '')
    .split(',')
    .map((name) => name.trim())
  return (['br', 'gzip'] as const).find((name) => names.includes(name)) ?? null
}

const schema: z.ZodType<readonly PageParts[]> = z.array(
  z.object({
    paths: z.array(z.string()),
    scripts: z.array(z.string()),
    dataScripts: z.array(z.string()).default([]),
    answers: z.array(z.string()),
  }),
)

/** Files needed by the routes of a built page. Empty if the page doesn't list them, which only makes it slower. */
async function readPageParts(webDist: string): Promise<readonly PageParts[]> {
  try {
    return schema.parse(JSON.parse(await readFile(join(webDist, pagePartsFile), 'utf8')))
  } catch {
    return []
  }
}

/** What the page of a path fetches, as far as its route says. */
export function partsOf(parts: readonly PageParts[], path: string): Omit<PageParts, 'paths'> {
  const found = parts.find(({ paths }) => paths.some((pattern) => isAt(pattern, path)))
  return found ?? { scripts: [], dataScripts: [], answers: [] }
}

function isAt(pattern: string, path: string): boolean {
  const [steps, wanted] = [path.split('/'), pattern.split('/')]
  return steps.length === wanted.length && wanted.every((step, at) => step.startsWith(':') || step === steps[at])
}

/** Files that a page fetches to start. */
interface DocumentParts {
  /** Paths of scripts that the first paint needs. */
  readonly early: readonly string[]
  /** Paths of scripts. */
  readonly scripts: readonly string[]
  /** Paths of answers of the API. */
  readonly answers: readonly string[]
  /** Paths of pictures. */
  readonly pictures: readonly string[]
}

/**
 * Adds preload links for a page's files to its document. Otherwise each file would be discovered through the previous
 * one, a round trip each. The links must match the page's own requests, or the browser would fetch everything twice;
 * scripts come after what the first paint needs.
 */
function withParts(html: string, { early, scripts, answers, pictures }: DocumentParts): string {
  const links = [
    ...early.map((path) => `<link rel="modulepreload" crossorigin href="${inAttribute(path)}">`),
    ...scripts.map((path) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${inAttribute(path)}">`),
    ...answers.map(
      (path) => `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${inAttribute(path)}">`,
    ),
    ...pictures.map((path) => `<link rel="preload" as="image" href="${inAttribute(path)}">`),
  ]
  return html.replace('</head>', () => `${links.join('')}</head>`)
}

function inAttribute(path: string): string {
  return path.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
}
