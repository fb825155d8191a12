import { lookForUpdate } from './deployment.ts'

const firstWaitMs = 2_000
const longestWaitMs = 60_000

/**
 * Fetches a part of the page that can wait, again and again while it cannot be had: a server that is away takes nothing from a page
 * that already stands. Asks after 2 s, then twice as late each time, at most once a minute; no more once the site has been deployed
 * anew: the part is gone under its name, nothing resolves any more, and the page says that it has to be loaded again.
 */
export async function patiently<Part>(fetchPart: () => Promise<Part>): Promise<Part> {
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
    try {
      return await fetchPart()
    } catch (error) {
      console.warn('A part of the page has not come yet', error)
      if (await lookForUpdate()) return new Promise<never>(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  }
}
