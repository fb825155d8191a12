import type { PictureJob, WorkerAnswer } from '../images/workers/pictureJob.ts'
import { tile } from './tile.ts'

/**
 * The program of the process that decodes pictures. It does one job at a time for its parent, holds nothing worth having, and is
 * killed when a job takes too much.
 */
function work(job: PictureJob): Promise<Uint8Array> {
  if (job.kind === 'tile') return tile(job)
  // Few workers draw cards, so only those load what that takes.
  return import('./card/offerCard.ts').then(({ drawOfferCard }) => drawOfferCard(job.card, job.pictures))
}

function problemOf(error: unknown): Pick<Extract<WorkerAnswer, { problem: string }>, 'problem' | 'detail'> {
  const detail = error instanceof Error ? error.message.slice(0, 200) : 'failed'
  return { problem: /pixel limit|too large/i.test(detail) ? 'tooLarge' : 'notRendered', detail }
}

function answer(message: WorkerAnswer): void {
  process.send?.(message)
}

process.on('message', ({ id, ...job }: PictureJob & { id: number }) => {
  work(job).then(
    (bytes) => answer({ id, bytes }),
    (error: unknown) => answer({ id, ...problemOf(error) }),
  )
})

// Ctrl-C reaches the whole process group; the server decides when its workers end.
process.on('SIGINT', () => undefined)
// Without its server it ends at once, also in the middle of a job that native code does not leave.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))

process.send?.('ready')
