import { spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterEach, describe, expect, it } from 'vitest'
import type { TileSize } from '../../src/images/workers/pictureJob.ts'
import {
  createPictureWorkers,
  type PictureWorkers,
  type WorkerOptions,
} from '../../src/images/workers/pictureWorkers.ts'
import { workerSandbox } from '../../src/images/workers/workerSandbox.ts'
import { pictureWorkerPids, workingPictureWorker } from '../given/pictureWorkerPids.ts'
import { until } from '../given/testServer.ts'
import { photo, pngBomb, svgs } from './pictureFixtures.ts'

const opened: PictureWorkers[] = []
afterEach(() => {
  for (const workers of opened.splice(0)) workers.close()
})

function open(options: Omit<WorkerOptions, 'log'> = {}): PictureWorkers {
  const workers = createPictureWorkers({ log: pino({ enabled: false }), workers: 1, ...options })
  opened.push(workers)
  return workers
}

/** Scales a PNG, or a drawing. */
function draw(workers: PictureWorkers, picture: string | Uint8Array, size: TileSize = 256): Promise<Uint8Array> {
  const bytes = Buffer.from(picture)
  const type = typeof picture === 'string' ? 'image/svg+xml' : 'image/png'
  return workers.tile({
    collection: 'any',
    digest: hash('sha256', bytes),
    type,
    bytes,
    size,
    reread: async () => bytes,
  })
}

/** The one worker that is alive. */
function onlyWorker(): Promise<number> {
  return until(async () => {
    const [pid, ...others] = await pictureWorkerPids()
    return others.length === 0 && pid
  })
}

const widthOf = async (picture: Uint8Array): Promise<number> => (await sharp(picture).metadata()).width
/** Limits that no test reaches, however slow the machine. */
const patient = { rasterCpuMs: 600_000, drawingCpuMs: 600_000, cardCpuMs: 600_000, wallMs: 3_600_000 }

describe('given pictures', () => {
  it('scales many that come at once, each to its size', async () => {
    const workers = open({ workers: 2, limits: patient })
    const sizes = [256, 512, 1024, 256, 512] as const
    const tiles = await Promise.all(sizes.map((size) => draw(workers, svgs.plain, size)))
    expect(await Promise.all(tiles.map(widthOf))).toEqual(sizes)
  })

  it.each([
    ['takes a billion rectangles', svgs.slow],
    ['filters without end', svgs.filter],
    ['is 100,000 pixels wide', svgs.huge],
    ['declares entities', svgs.entities],
    ['breaks off', '<svg '],
    ['is a PNG of 900 megapixels', pngBomb()],
  ])('goes on with the next after one that %s', async (_, picture) => {
    const workers = open({ limits: { ...patient, drawingCpuMs: 300 } })
    await expect(draw(workers, picture, 1024)).rejects.toMatchObject({
      problem: expect.stringMatching(/^(notRendered|tooLarge|killedWorker)$/),
    })
    // No drawing: in a process that has just started it may take more than its limit here.
    expect(await widthOf(await draw(workers, await photo(400, 400)))).toBe(256)
  })

  it('kills a worker at its limit of processor time, and one at its limit of memory', async () => {
    const hasty = open({ limits: { drawingCpuMs: 1 } })
    await expect(draw(hasty, svgs.filter)).rejects.toMatchObject({
      problem: 'killedWorker',
      detail: 'took more than 1 ms of processor time',
    })
    const patientWorkers = open({ limits: patient })
    await expect(draw(patientWorkers, svgs.memory)).rejects.toMatchObject({
      problem: 'killedWorker',
      detail: expect.stringContaining('of memory'),
    })
    expect(await widthOf(await draw(patientWorkers, svgs.plain))).toBe(256)
  })

  it('kills a worker whose answer is longer than its bound', async () => {
    const workers = open({ limits: { ...patient, answerBytes: 1_000 } })
    await expect(draw(workers, await photo(400, 400))).rejects.toMatchObject({
      problem: 'killedWorker',
      detail: 'answered more than 1000 bytes',
    })
    await until(async () => (await pictureWorkerPids()).length === 0)
  })

  it('refuses a drawing that is too long', async () => {
    await expect(draw(open(), svgs.plain + ' '.repeat(5_000_000))).rejects.toMatchObject({ problem: 'tooLarge' })
  })

  it('never lets libvips take bytes for something else than was sniffed', async () => {
    const workers = open({ limits: patient })
    const bytes = Buffer.from(svgs.plain)
    const order = { collection: 'any', digest: 'd', bytes, size: 256, reread: async () => bytes } as const
    await expect(workers.tile({ ...order, type: 'image/png' })).rejects.toMatchObject({ problem: 'notRendered' })
    expect(await widthOf(await workers.tile({ ...order, type: 'image/svg+xml' }))).toBe(256)
    await expect(workers.tile({ ...order, type: 'image/avif' })).rejects.toMatchObject({ problem: 'notRendered' })
  })

  it('draws a drawing in the encoding that it declares, and none in an encoding that browsers do not know', async () => {
    const workers = open({ limits: patient })
    const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>${svgs.plain}`
    expect(await widthOf(await draw(workers, declared('ISO-8859-1')))).toBe(256)
    await expect(draw(workers, declared('UTF-7'))).rejects.toMatchObject({ problem: 'notRendered' })
  })
})

describe('given a worker', () => {
  it('is replaced when it holds too much memory after a job', async () => {
    const workers = open({ limits: { ...patient, keptBytes: 1 } })
    await draw(workers, svgs.plain)
    await until(async () => (await pictureWorkerPids()).length === 0)
    expect(await widthOf(await draw(workers, svgs.plain))).toBe(256)
  })

  it('blames no picture for being ended from outside', async () => {
    const workers = open({ limits: patient })
    await draw(workers, svgs.plain)
    const drawing = draw(workers, svgs.filter)
    process.kill(await workingPictureWorker(), 'SIGTERM')
    await expect(drawing).rejects.toMatchObject({ problem: 'busy' })
    expect(await widthOf(await draw(workers, svgs.plain))).toBe(256)
  })

  it('lets a drawing wait for a busy machine longer than it may compute', async () => {
    const drawingCpuMs = 2_000
    const workers = open({ limits: { ...patient, drawingCpuMs } })
    await draw(workers, svgs.plain)
    const pid = await onlyWorker()
    process.kill(pid, 'SIGSTOP')
    const stoppedMs = performance.now()
    const drawing = draw(workers, svgs.plain)
    await until(async () => performance.now() > stoppedMs + drawingCpuMs + 500)
    process.kill(pid, 'SIGCONT')
    expect(await widthOf(await drawing)).toBe(256)
  })

  it('gives up a drawing after a while, and blames the machine', async () => {
    const workers = open({ limits: { ...patient, wallMs: 500 } })
    await expect(draw(workers, svgs.filter)).rejects.toMatchObject({
      problem: 'busy',
      detail: expect.stringContaining('not done within 500 ms'),
    })
    await until(async () => (await pictureWorkerPids()).length === 0)
  })

  it('blames no picture when the server closes', async () => {
    const workers = open({ limits: patient })
    await draw(workers, svgs.plain)
    const drawing = draw(workers, svgs.filter)
    await workingPictureWorker()
    workers.close()
    await expect(drawing).rejects.toMatchObject({ problem: 'busy' })
    await until(async () => (await pictureWorkerPids()).length === 0)
  })

  it('knows nothing of the server’s environment, may not write, and dies first when memory runs out', async () => {
    process.env['PARLEY_TEST_SECRET'] = 'a-secret'
    try {
      await draw(open({ limits: patient }), svgs.plain)
    } finally {
      delete process.env['PARLEY_TEST_SECRET']
    }
    const pid = await onlyWorker()
    expect(await readFile(`/proc/${pid}/environ`, 'utf8')).not.toContain('a-secret')
    const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0')
    expect(command).toContain('--permission')
    expect(command.filter((word) => /^--allow-(fs-write|child-process|worker)/.test(word))).toEqual([])
    expect(await readFile(`/proc/${pid}/oom_score_adj`, 'utf8')).toBe('1000\n')
  })

  it('has no network where the system allows that, as it says', async () => {
    await draw(open({ limits: patient }), svgs.plain)
    const [own, server] = await Promise.all([
      readlink(`/proc/${await onlyWorker()}/ns/net`),
      readlink('/proc/self/ns/net'),
    ])
    expect(own !== server).toBe(workerSandbox().hasNoNetwork)
  })

  it('ends in the middle of a job when the server is killed', async () => {
    const server = spawn(process.execPath, [join(import.meta.dirname, '../given/drawingProcess.ts')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    server.stdout.setEncoding('utf8')
    await once(server.stdout, 'data')
    const pid = await workingPictureWorker(server.pid)
    server.kill('SIGKILL')
    await once(server, 'exit')
    await until(async () => !existsSync(`/proc/${pid}`))
  })
})

describe('given more originals than fit into memory', () => {
  it('reads those again that had to wait without their bytes', async () => {
    const workers = open({ limits: patient })
    const bytes = await photo(64, 64)
    const heavy = Buffer.concat([bytes, Buffer.alloc(40 * 1024 * 1024)])
    let rereads = 0
    const tiles = [1, 2, 3].map((index) =>
      workers.tile({
        collection: 'any',
        digest: `${index}`,
        type: 'image/png',
        bytes: heavy,
        size: 256,
        reread: async () => {
          rereads += 1
          return bytes
        },
      }),
    )
    expect(await Promise.all((await Promise.all(tiles)).map(widthOf))).toEqual([64, 64, 64])
    expect(rereads).toBe(1)
  })
})
