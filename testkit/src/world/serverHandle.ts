import { Writable } from 'node:stream'
import { readConfig, startServer, type RunningServer } from '@parley/server'

/** The world's server, which can be taken away and brought back at the same address. */
export interface ServerHandle {
  readonly url: string
  readonly port: number
  readonly running: boolean
  stop(): Promise<void>
  start(): Promise<void>
  restart(): Promise<void>
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
  }
}
