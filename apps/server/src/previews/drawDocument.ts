import { hash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { drawingFile } from '@parley/protocol'
import { LRUCache } from 'lru-cache'
import { TokenBucket } from '../limits/tokenBuckets.ts'

/** Draws what a document carries into it; null where there is nothing to draw. Each built page has its own. */
type Draw = (html: string, href: string) => string | null

export interface Drawing {
  /** Loads what draws, so that the first visitor doesn't wait for that. */
  prepare(): Promise<void>
  /** The document with its data drawn, to be on screen before any script. As it was, where that can't be done. */
  draw(html: string, path: string): Promise<string>
}

interface DrawingParts {
  readonly webDist: string | null
  /** Where browsers see the documents; known once the server listens. */
  readonly site: { readonly origin: string }
  /** The document goes out undrawn: its scripts draw it. */
  readonly onFailed: (error: unknown) => void
  /** Processor time of this thread so far: on a busy machine, a clock would count what others do. */
  readonly cpuMs?: () => number
}

function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Characters. A document of 40 NFTs has some 80,000. */
const cacheLength = 8 * 1024 * 1024

/** Milliseconds of processor time for drawing: a quarter of the process's, and half a second at once. */
const drawingTime = { capacity: 500, perSecond: 250 }

/**
 * Draws documents with the built page's own code.
 *
 * It is loaded at the start and after each build, and runs here as it does in browsers: on data of this server alone, and without a
 * wait. Each state of a document is drawn once. Where too many are asked for, documents go out undrawn, as they do
 * without that code: answers don't wait for them.
 */
export function createDrawing({ webDist, site, onFailed, cpuMs = threadCpuMs }: DrawingParts): Drawing {
  const drawn = new LRUCache<string, string>({ maxSize: cacheLength, sizeCalculation: ({ length }) => length || 1 })
  const timeLeft = new TokenBucket(drawingTime)
  const load = drawLoader()
  return {
    async prepare() {
      if (webDist !== null) await load(join(webDist, drawingFile)).catch(onFailed)
    },
    async draw(html, path) {
      if (webDist === null) return html
      const href = site.origin + path
      const key = hash('sha256', `${href}\n${html}`, 'base64url')
      const known = drawn.get(key)
      if (known !== undefined) return known
      try {
        const draw = await load(join(webDist, drawingFile))
        if (draw === null || timeLeft.left <= 0) return html
        const beginMs = cpuMs()
        const document = draw(html, href) ?? html
        timeLeft.charge(cpuMs() - beginMs)
        drawn.set(key, document)
        return document
      } catch (error) {
        onFailed(error)
        return html
      }
    },
  }
}

/** Loads a build's module once; again after a new build. Null without one: an older page has none. */
function drawLoader(): (file: string) => Promise<Draw | null> {
  let loaded: { readonly url: string; readonly draw: Promise<Draw> } | null = null
  return async (file) => {
    const found = await stat(file).catch(() => null)
    if (found === null) return null
    const url = `${pathToFileURL(file).href}?built=${found.mtimeMs}`
    if (loaded?.url !== url) loaded = { url, draw: importDraw(url) }
    return loaded.draw
  }
}

async function importDraw(url: string): Promise<Draw> {
  const { drawDocument }: { readonly drawDocument?: unknown } = await import(url)
  if (!isFunction(drawDocument)) throw new TypeError(`${drawingFile} has no drawDocument`)
  return (html, href) => {
    const document = drawDocument(html, href)
    if (document !== null && typeof document !== 'string') throw new TypeError('drawDocument made no document')
    return document
  }
}

function isFunction(value: unknown): value is (...given: readonly unknown[]) => unknown {
  return typeof value === 'function'
}
