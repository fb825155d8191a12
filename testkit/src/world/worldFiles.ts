import { join } from 'node:path'

/** What lies in a world's data folder. */
export interface WorldFiles {
  readonly folder: string
  /** The chain, as anvil writes it. */
  readonly chainState: string
  /** What a second start has to know; written last, so that a world without it was never finished. */
  readonly manifest: string
  /** Which contracts there are: what the server reads. */
  readonly deployment: string
  /** The page, built for this world. */
  readonly page: string
  /** Who runs this world at the moment. */
  readonly running: string
}

export function worldFiles(folder: string): WorldFiles {
  return {
    folder,
    chainState: join(folder, 'chain.json'),
    manifest: join(folder, 'world.json'),
    deployment: join(folder, 'deployment.json'),
    page: join(folder, 'page'),
    running: join(folder, 'running.json'),
  }
}
