import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createLogSink } from '../src/log.ts'

const talkative = join(import.meta.dirname, 'given/talkativeProcess.ts')

describe('given a process whose log', () => {
  async function given() {
    const child = spawn(process.execPath, [talkative], { stdio: ['pipe', 'pipe', 'ignore'] })
    onTestFinished(() => void child.kill('SIGKILL'))
    const ended = once(child, 'exit').then(([code]) => Number(code))
    child.stdout.setEncoding('utf8')
    await once(child.stdout, 'data')
    return { child, ended }
  }

  it('exits even if the log has no reader any more', async () => {
    const { child, ended } = await given()
    child.stdout.destroy()
    child.stdin.write('60000')
    expect(await ended).toBe(0)
  })

  it('exits even if the reader of its log is stalled', async () => {
    const { child, ended } = await given()
    child.stdout.pause()
    child.stdin.write('200')
    expect(await ended).toBe(0)
  })

  it('is read, every line arrives before it ends', async () => {
    const { child, ended } = await given()
    let said = 0
    child.stdout.on('data', (text: string) => (said += text.split('"msg":"said"').length - 1))
    const read = once(child.stdout, 'end')
    child.stdin.write('60000')
    expect(await ended).toBe(0)
    await read
    expect(said).toBe(5_000)
  })
})

describe('given a log', () => {
  afterEach(() => vi.restoreAllMocks())

  it('keeps a bounded part of it for a reader who stands still, and says afterwards how much is missing', () => {
    const read: string[] = []
    let goOn = (): void => undefined
    const out = new Writable({
      decodeStrings: false,
      write(line: string, _encoding, done) {
        read.push(line)
        goOn = done
      },
    })
    const sink = createLogSink(out)
    const mebibyte = 'x'.repeat(1024 ** 2)
    for (let line = 0; line < 12; line += 1) sink.write(mebibyte)
    expect(out.writableLength).toBeLessThan(10 * 1024 ** 2)
    while (out.writableLength > 0) goOn()
    sink.write('the next')
    while (out.writableLength > 0) goOn()
    expect(read.filter((line) => line === mebibyte)).toHaveLength(9)
    expect(read.slice(-2)).toEqual([expect.stringContaining('"lines":3,'), 'the next'])
  })

  it('goes on without it once it cannot be written, and says so', async () => {
    const said = vi.spyOn(console, 'error').mockReturnValue()
    const out = new Writable({ write: (_line, _encoding, done) => done(new Error('no space left on device')) })
    const sink = createLogSink(out)
    sink.write('first')
    await new Promise((resolve) => out.once('close', resolve))
    sink.write('second')
    await sink.flush(60_000)
    expect(said.mock.calls).toEqual([[expect.stringContaining('no space left on device')]])
  })
})
