import type { ImageType } from './sniffImageType.ts'

/** The largest original that is fetched. */
export const maxImageBytes = 20 * 1024 * 1024
export const maxSvgBytes = 4 * 1024 * 1024
/** Width times height of what is decoded. 50 megapixels take 200 MB as bytes; AVIF's decoder takes 20 bytes a pixel. */
export const maxPixels: Readonly<Record<ImageType, number>> = {
  'image/png': 50_000_000,
  'image/jpeg': 50_000_000,
  'image/gif': 50_000_000,
  'image/webp': 50_000_000,
  'image/avif': 24_000_000,
  'image/svg+xml': 50_000_000,
}
/** The smallest tile is meant to stay below this. */
export const smallTileBytes = 10_000

/** What one job may take. The worker is killed when it takes more. */
export interface WorkLimits {
  /** Time on a processor, which a busy machine does not use up for a job that waits. */
  readonly rasterCpuMs: number
  readonly drawingCpuMs: number
  readonly cardCpuMs: number
  /** A job that did not end until then, without having used its processor time, is blamed on the machine. */
  readonly wallMs: number
  /** Beyond what the worker held before: 80 MB when new. */
  readonly memoryBytes: number
  /** Freed memory does not all go back to the system. A worker that holds more than this after a job is replaced. */
  readonly keptBytes: number
  /** The longest answer. The pixels of the largest picture that a worker makes take half of it. */
  readonly answerBytes: number
}

export const workLimits: WorkLimits = {
  rasterCpuMs: 10_000,
  drawingCpuMs: 5_000,
  cardCpuMs: 15_000,
  wallMs: 120_000,
  memoryBytes: 512 * 1024 * 1024,
  keptBytes: 256 * 1024 * 1024,
  answerBytes: 8 * 1024 * 1024,
}
