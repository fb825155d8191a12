import { pino } from 'pino'
import { createPictureWorkers } from '../../src/images/workers/pictureWorkers.ts'
import { svgs } from '../images/pictureFixtures.ts'

// A process that draws endlessly and reports it, for a test that kills it.
const workers = createPictureWorkers({
  log: pino({ enabled: false }),
  limits: { drawingCpuMs: 600_000, wallMs: 3_600_000 },
})
const draw = (svg: string): Promise<Uint8Array> => {
  const bytes = Buffer.from(svg)
  const order = { collection: 'any', digest: svg, type: 'image/svg+xml', bytes, size: 256 } as const
  return workers.tile({ ...order, reread: async () => bytes })
}
// The workers alone don't keep a process alive.
const alive = setInterval(() => undefined, 60_000)
await draw(svgs.plain)
const drawing = draw(svgs.filter)
console.log('drawing')
await drawing.finally(() => clearInterval(alive))
