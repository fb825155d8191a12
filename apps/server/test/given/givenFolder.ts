import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'

export interface Folder {
  /** Of something in it, or of itself. */
  path(...parts: readonly string[]): string
}

/** A folder for the tests of the surrounding block; it goes when it ends. */
export function givenFolder(): Folder {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-server-test-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  return { path: (...parts) => join(folder, ...parts) }
}
