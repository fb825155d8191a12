import { Socket } from 'node:net'
import {
  channelFd,
  decodeJob,
  encodeAnswer,
  messageOf,
  MessageReader,
  type PictureJob,
  type WorkerAnswer,
} from '../images/workers/pictureJob.ts'
import { tile } from './tile.ts'

/**
 * The program of the process that decodes pictures. It does one job at a time for its parent, holds nothing worth having, and is
 * killed when a job takes too much.
 */
function work(job: PictureJob): Promise<Uint8Array> {
  if (job.kind === 'tile') return tile(job)
  // Few workers draw cards, so only those load what that takes.
  return import('./card/paintCard.ts').then(({ drawOfferCard }) => drawOfferCard(job.card, job.pictures))
}

function problemOf(error: unknown): Pick<Extract<WorkerAnswer, { problem: string }>, 'problem' | 'detail'> {
  const detail = error instanceof Error ? error.message.slice(0, 200) : 'failed'
  return { problem: /pixel limit|too large/i.test(detail) ? 'tooLarge' : 'notRendered', detail }
}

const channel = new Socket({ fd: channelFd })
// The server bounds what it sends.
const jobs = new MessageReader(Number.POSITIVE_INFINITY)

function answer(message: WorkerAnswer): void {
  channel.write(messageOf(encodeAnswer(message)))
}

channel.on('data', (chunk: Buffer) => {
  for (const message of jobs.read(chunk)) {
    const { id, ...job } = decodeJob(message)
    work(job).then(
      (bytes) => answer({ id, bytes }),
      (error: unknown) => answer({ id, ...problemOf(error) }),
    )
  }
})

// Ctrl-C reaches the whole process group; the server decides when its workers end.
process.on('SIGINT', () => undefined)
// Without its server it ends at once, also in the middle of a job that native code does not leave.
const end = (): void => void process.kill(process.pid, 'SIGKILL')
channel.once('end', end).once('close', end).once('error', end)

// The first message says that it has started.
channel.write(messageOf(Buffer.from('ready')))
