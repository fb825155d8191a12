import { Writable } from 'node:stream'
import { readConfig, startServer, type RunningServer } from '@parley/server'
import { createSimDatabase, type SimDatabase } from './faults/simDatabase.ts'

/** A server of the product in this process, on a disk and a network that can fail. */
export interface SimServer {
  readonly database: SimDatabase
  /** Which of the servers of this run it is: its requests to the chain carry that. */
  readonly generation: number
  readonly running: RunningServer
  /** The log so far. */
  readonly log: readonly string[]
}

export interface SimServerOptions {
  readonly folder: string
  readonly deploymentFile: string
  readonly endpoints: number
  readonly generation: number
}

/** Where endpoint `index` of a server is. */
export function endpointUrl(generation: number, index: number): string {
  return `http://endpoint-${index}.generation-${generation}.test/`
}

/** @returns the endpoint and server that an address names. */
export function endpointOf(url: string): { readonly index: number; readonly generation: number } | null {
  const [, index, generation] = /^http:\/\/endpoint-(\d+)\.generation-(\d+)\.test\//.exec(url) ?? []
  return index === undefined ? null : { index: Number(index), generation: Number(generation) }
}

export async function startSimServer(options: SimServerOptions): Promise<SimServer> {
  const { folder, deploymentFile, endpoints, generation } = options
  const database = createSimDatabase(folder)
  const log: string[] = []
  const logTo = new Writable({
    write(chunk: Buffer, _encoding, done) {
      log.push(chunk.toString().trimEnd())
      done()
    },
  })
  const config = readConfig({
    NETWORK: 'avalanche',
    HOST: '127.0.0.1',
    PORT: '0',
    PUBLIC_ORIGIN: 'https://swap.example',
    RPC_URLS: Array.from({ length: endpoints }, (_, index) => endpointUrl(generation, index)).join(','),
    DEPLOYMENT_FILE: deploymentFile,
    PARLEY_DATA: folder,
    EXPLORER_API_URL: 'none',
    REQUESTS_PER_MINUTE: '1000000',
    WRITES_PER_MINUTE: '1000000',
    LOG_LEVEL: 'debug',
  })
  const running = await startServer(config, { logTo, sqliteGuard: database.guard, openPort: async () => 0 })
  return { database, generation, running, log }
}
