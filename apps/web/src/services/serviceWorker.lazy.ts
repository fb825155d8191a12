import { isLookedAt } from './attention.ts'
import { navigate } from '../ui/navigation.ts'
import { checkForNewBuild } from '../ui/lazy.ts'
import type { ToPage } from '../worker/worker.ts'

declare global {
  interface Window {
    /** The script that a policy makes isn't a string, but is taken where one is. */
    readonly trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createScriptURL(path: string): string },
      ): {
        createScriptURL(path: string): string
      }
    }
  }
}

const workerPath = '/sw.js'

/** Whether an item of the inbox is known to this page. Asked when a push comes while the page is in sight; it counts with focus, and while the user uses the page. */
type HasTold = (id: string) => boolean

let hasTold: HasTold = () => false

/** Sets what answers the worker's question whether a push would only repeat the page. */
export function answerPushes(by: HasTold): void {
  hasTold = by
}

/**
 * Registers the service worker and tells it which files this page has loaded. Does nothing where there is none: in private
 * windows of some browsers, without HTTPS, and where storage is denied.
 */
export async function startServiceWorker(): Promise<void> {
  // Insecure origins have none, whatever the types say.
  const container: ServiceWorkerContainer | undefined = navigator.serviceWorker
  if (!container) return
  container.addEventListener('message', ({ data, ports }: MessageEvent<ToPage>) => {
    const [port] = ports
    if (data.type === 'open') {
      navigate(data.path)
      port?.postMessage(true)
    }
    if (data.type === 'told') port?.postMessage(document.hasFocus() && isLookedAt() && hasTold(data.id))
    if (data.type === 'updated') void checkForNewBuild()
  })
  container.startMessages()
  try {
    await container.register(scriptUrl(workerPath), { updateViaCache: 'none' })
  } catch {
    return
  }
  const { active } = await container.ready
  // A worker belongs to the origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  active?.postMessage({ visited: loadedFiles() })
}

/** The content security policy takes scripts' URLs of a policy alone. This one knows a single URL. */
function scriptUrl(path: typeof workerPath): string {
  const policy = window.trustedTypes?.createPolicy('service-worker', {
    createScriptURL: (asked) => {
      if (asked !== workerPath) throw new TypeError(`${asked} is not the service worker`)
      return asked
    },
  })
  return policy?.createScriptURL(path) ?? path
}

/** Paths of the site's own files that this page has loaded. */
function loadedFiles(): readonly string[] {
  const { origin } = window.location
  return performance
    .getEntriesByType('resource')
    .filter(({ name }) => name.startsWith(`${origin}/assets/`))
    .map(({ name }) => name.slice(origin.length))
}
