import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { readConfig, startServer, type RunningServer } from '@parley/server'
import { dyingWithParent } from '../process/processes.ts'
import { buildServer } from './buildServer.ts'

/** The world's server, which can be taken away and brought back at the same address. */
export interface ServerHandle {
  readonly url: string
  readonly port: number
  readonly running: boolean
  stop(): Promise<void>
  start(): Promise<void>
  restart(): Promise<void>
  /** Stops it. Another process serves its data at its address, until it is killed. */
  handOver(): Promise<SucceedingServer>
}

/** Another process of the server. */
export interface SucceedingServer {
  /** Ends it by `kill -9`: it gets no chance to react. */
  kill(): Promise<void>
}

/** Its settings as the environment would carry them. */
export type ServerSettings = Readonly<Record<string, string>>

/** Starts a server with the settings given; `onLog` gets each line of its log. */
export async function serverHandle(settings: ServerSettings, onLog: (line: string) => void): Promise<ServerHandle> {
  const logTo = new Writable({
    write(chunk: Buffer, _encoding, done) {
      onLog(chunk.toString().trimEnd())
      done()
    },
  })
  const run = (port: string): Promise<RunningServer> => startServer(readConfig({ ...settings, PORT: port }), { logTo })
  let server: RunningServer | undefined = await run(settings['PORT'] ?? '0')
  const { url, port } = server
  const stop = async (): Promise<void> => {
    const running = server
    server = undefined
    await running?.stop()
  }
  const start = async (): Promise<void> => {
    server ??= await run(String(port))
  }
  return {
    url,
    port,
    get running() {
      return server !== undefined
    },
    stop,
    start,
    restart: async () => {
      await stop()
      await start()
    },
    handOver: async () => {
      await stop()
      return succeed({ ...settings, PORT: String(port) }, onLog)
    },
  }
}

async function succeed(settings: ServerSettings, onLog: (line: string) => void): Promise<SucceedingServer> {
  const [file, args] = dyingWithParent(process.execPath, [await buildServer()])
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
  const child = spawn(file, args, {
    env: { PATH, NODE_COMPILE_CACHE, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  await new Promise<void>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      onLog(line)
      if (line.includes('"msg":"listening"')) resolve()
    })
    void ended.then(([code]) => reject(new Error(`the server ended with ${String(code)} before it listened`)))
  })
  return {
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
