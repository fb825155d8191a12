import sharp from 'sharp'
import { maxPixels } from './imageLimits.ts'

/**
 * The program of the process that draws SVG. It reads one drawing after the other from its parent and answers with a PNG that
 * fits `size`. It holds nothing worth having and is killed when a drawing takes too long.
 */
interface Job {
  readonly id: number
  readonly svg: string
  readonly size: number
}

// A drawing is all that this process reads.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] })
sharp.cache(false)

/** Drawings without a size of their own are drawn at this density's default; small ones are drawn larger, not scaled up. */
async function draw({ svg, size }: Job): Promise<Buffer> {
  const input = Buffer.from(svg)
  const { width, height } = await sharp(input, { limitInputPixels: maxPixels }).metadata()
  const largest = Math.max(width, height, 1)
  const density = Math.min(2400, Math.max(1, Math.round((72 * size) / largest)))
  return sharp(input, { density, limitInputPixels: maxPixels })
    .resize({ width: size, height: size, fit: 'inside' })
    .png({ compressionLevel: 1 })
    .toBuffer()
}

process.on('message', (job: Job) => {
  draw(job).then(
    (png) => process.send?.({ id: job.id, png }),
    (error: unknown) =>
      process.send?.({ id: job.id, error: error instanceof Error ? error.message.slice(0, 200) : 'failed' }),
  )
})
