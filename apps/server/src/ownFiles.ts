import { basename, join } from 'node:path'

const isBuilt = import.meta.filename.endsWith('.js')

/** The package's folder: that of `src`, and of `dist` in a built server. */
export const serverFolder = join(import.meta.dirname, '..')

/**
 * Path of a file that the server starts or reads, and doesn't import. A built server has them all in one folder.
 *
 * @param path within `src`.
 */
export function ownFile(path: string): string {
  return join(import.meta.dirname, isBuilt ? basename(path).replace(/\.ts$/, '.js') : path)
}
