import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { brandDefines } from './pageBrand.ts'

/** As browsers ask for it: the folder of the file is what a worker may control. */
export const serviceWorkerFileName = 'sw.js'

/**
 * Adds the service worker to the page, under a name that never changes. It is built apart, because it shares no chunk with
 * the page.
 */
export function serviceWorkerFile(): Plugin {
  return {
    name: 'service-worker-file',
    apply: 'build',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: serviceWorkerFileName, source: await buildWorker() })
    },
  }
}

async function buildWorker(): Promise<string> {
  const result = await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'silent',
    publicDir: false,
    define: brandDefines,
    build: {
      write: false,
      target: 'es2023',
      rolldownOptions: {
        input: join(import.meta.dirname, 'src/worker/serviceWorker.ts'),
        output: { format: 'iife' },
      },
    },
  })
  const files = (Array.isArray(result) ? result : [result]).flatMap((one) => ('output' in one ? one.output : []))
  const [worker, ...others] = files
  if (worker?.type !== 'chunk' || others.length > 0) throw new Error('the service worker has to be a single file')
  return worker.code
}
