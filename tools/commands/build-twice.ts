import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endOnSignal } from '../process/endOnSignal.ts'
import { run } from '../process/run.ts'
import { pageHash } from '../page/pageHash.ts'
import { root } from '../root.ts'

/** `pnpm build:twice`: builds the page two times and ends with 1 where a single byte differs. */
const timeoutMs = 600_000
const web = join(root, 'apps/web')

async function hashOfBuild(folder: string): Promise<string> {
  const args = ['build', '--mode', 'production', '--outDir', folder, '--emptyOutDir']
  const { ok, output } = await run(join(web, 'node_modules/.bin/vite'), args, {
    cwd: web,
    timeoutMs,
    env: { NODE_ENV: undefined },
  })
  if (!ok) throw new Error(output)
  return pageHash(folder)
}

endOnSignal()
const folder = mkdtempSync(join(tmpdir(), 'parley-build-'))
try {
  const hashes = [await hashOfBuild(join(folder, 'one')), await hashOfBuild(join(folder, 'other'))]
  const isSame = hashes[0] === hashes[1]
  console.log(isSame ? `Both builds have the hash ${hashes[0]}.` : `The builds differ: ${hashes.join(' and ')}.`)
  process.exitCode = isSame ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
