import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChain, worldFiles } from '@parley/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { claimFolder, FolderInUseError } from '../local/claimFolder.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-claim-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function runningAs(pid: number | undefined): Promise<void> {
  await writeFile(worldFiles(folder).running, JSON.stringify({ pid }))
}

describe('given a data folder', () => {
  it('is claimed until it is let go', async () => {
    const release = await claimFolder(folder)
    expect(existsSync(worldFiles(folder).running)).toBe(true)
    await release()
    expect(existsSync(worldFiles(folder).running)).toBe(false)
  })

  it('is refused while a command of the project runs from it', async () => {
    const script = join(folder, 'tools/commands/other.ts')
    const other = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)', script], { stdio: 'ignore' })
    await once(other, 'spawn')
    await runningAs(other.pid)
    await expect(claimFolder(folder)).rejects.toThrow(FolderInUseError)
    other.kill('SIGKILL')
    await once(other, 'exit')
    await (
      await claimFolder(folder)
    )()
  })

  it('is not refused for a process that only has the number of one that is gone', async () => {
    await runningAs(1)
    await (
      await claimFolder(folder)
    )()
  })

  it('ends a chain that a killed run left behind, and the next one goes on from its last save', async () => {
    const { chainState } = worldFiles(folder)
    const orphan = await startChain({ stateFile: chainState })
    await orphan.client.mine({ blocks: 3 })
    await orphan.save()
    const release = await claimFolder(folder)
    await orphan.ended
    const resumed = await startChain({ stateFile: chainState })
    expect(await resumed.client.getBlockNumber()).toBe(3n)
    await resumed.stop()
    await release()
  })
})
