import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/**
 * Text files worth compressing. Images and fonts are compressed already, and the server writes the document per path.
 */
const compressible = /\.(js|css|svg|txt|json|webmanifest)$/
/** Below this the saving is less than a packet. */
const leastBytes = 200

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Lays a `.br` and a `.gz` beside each file of the page, packed as tightly as goes: the server only picks one. */
export function compressed(): Plugin {
  let folder: string | null = null
  return {
    name: 'compressed',
    apply: 'build',
    configResolved(config) {
      folder = config.build.write ? resolve(config.root, config.build.outDir) : null
    },
    // Last, when the files that are taken over as they are have been copied as well.
    async closeBundle() {
      if (folder === null) return
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name))
      await Promise.all(files.map((file) => packFile(join(file.parentPath, file.name))))
    },
  }
}

async function packFile(path: string): Promise<void> {
  const bytes = await readFile(path)
  if (bytes.length < leastBytes) return
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  await writeFile(`${path}.br`, await toBrotli(bytes, { params }))
  await writeFile(`${path}.gz`, await toGzip(bytes, { level: 9 }))
}
