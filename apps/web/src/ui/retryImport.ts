import { checkForNewBuild } from './deployment.ts'

const firstWaitMs = 2_000
const longestWaitMs = 60_000

/**
 * Loads a non-urgent chunk, retrying until it succeeds.
 *
 * Retries after 2 s, then with exponential back-off up to one minute. Stops once the site has been redeployed: the chunk no
 * longer exists, the promise never settles, and the page asks for a reload.
 */
export async function retryImport<Part>(fetchPart: () => Promise<Part>): Promise<Part> {
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
    try {
      return await fetchPart()
    } catch (error) {
      console.warn('Could not load a chunk', error)
      if (await checkForNewBuild()) return new Promise<never>(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  }
}
