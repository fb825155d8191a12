import { Counter, type Registry } from 'prom-client'
import type { StoreFault } from '../images/cache/originalStore.ts'
import type { PictureProblem } from '../images/PictureError.ts'

/** What becomes of pictures, told as it happens. */
export interface PictureCounts {
  /** A picture can't be shown. */
  failed(problem: PictureProblem): void
  /** Pictures had to go from a store for newer ones. */
  evicted(store: 'disk' | 'redis', count: number): void
  original(from: 'host' | 'redis' | 'store'): void
  scaled(engine: 'worker' | 'imgproxy'): void
  /** A request to the bucket for originals failed, or it held what no server put there. */
  storeFailed(fault: StoreFault): void
  imgproxyFailed(): void
}

export function countPictures(registers: Registry[]): PictureCounts {
  const pictures = new Counter({
    name: 'parley_picture_failures_total',
    help: 'pictures that could not be shown, by problem',
    labelNames: ['problem'],
    registers,
  })
  const evictions = new Counter({
    name: 'parley_picture_evictions_total',
    help: 'pictures that had to go for newer ones, by store: disk, or redis for originals of all servers',
    labelNames: ['store'],
    registers,
  })
  const originals = new Counter({
    name: 'parley_picture_originals_total',
    help: 'original pictures by where they came from: the host of the collection or a gateway, redis, or the picture store',
    labelNames: ['from'],
    registers,
  })
  const tiles = new Counter({
    name: 'parley_picture_tiles_total',
    help: 'tiles that were made, by what made them',
    labelNames: ['engine'],
    registers,
  })
  const storeFaults = new Counter({
    name: 'parley_picture_store_faults_total',
    help: 'requests to the picture store that failed, by kind; foreign: it held what no server of this site put there',
    labelNames: ['fault'],
    registers,
  })
  const imgproxyFaults = new Counter({
    name: 'parley_imgproxy_faults_total',
    help: 'tiles that imgproxy should have made, and did not',
    registers,
  })
  for (const store of ['disk', 'redis']) evictions.inc({ store }, 0)
  for (const from of ['host', 'redis', 'store']) originals.inc({ from }, 0)
  for (const engine of ['worker', 'imgproxy']) tiles.inc({ engine }, 0)
  for (const fault of ['read', 'write', 'foreign']) storeFaults.inc({ fault }, 0)
  return {
    failed: (problem) => pictures.inc({ problem }),
    evicted: (store, count) => evictions.inc({ store }, count),
    original: (from) => originals.inc({ from }),
    scaled: (engine) => tiles.inc({ engine }),
    storeFailed: (fault) => storeFaults.inc({ fault }),
    imgproxyFailed: () => imgproxyFaults.inc(),
  }
}
