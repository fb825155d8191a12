import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** A program of this folder in a process of its own, so that nothing in it waits for the bench. */
export interface OwnProcess {
  readonly child: ChildProcess
  readonly url: string
  /** Processor time since its start, in milliseconds. */
  usageMs(): Promise<number>
  stop(): Promise<void>
}

/** @param first sent to it before it says where it listens. */
export async function startOwnProcess(
  file: string,
  options: Parameters<typeof fork>[2],
  first?: Parameters<ChildProcess['send']>[0],
): Promise<OwnProcess> {
  const child = fork(join(import.meta.dirname, file), options)
  if (first !== undefined) child.send(first)
  const failed = once(child, 'exit').then(() => Promise.reject(new Error(`${file} did not start`)))
  failed.catch(() => undefined)
  const [ready]: { url: string }[] = await Promise.race([once(child, 'message'), failed])
  if (!ready) throw new Error(`${file} said nothing`)
  return {
    child,
    url: ready.url,
    async usageMs() {
      const answer = once(child, 'message')
      child.send('usage')
      return Number((await answer)[0])
    },
    async stop() {
      const ended = once(child, 'exit')
      child.send('stop')
      await ended
    },
  }
}

/** A server as in production. Of this environment it gets only what programs need: it refuses settings that it doesn't know. */
export function startOwnServer(
  settings: Readonly<Record<string, string>>,
  execArgv: readonly string[] = [],
): Promise<OwnProcess> {
  const { PATH = '', HOME = '' } = process.env
  return startOwnProcess('ownServer.ts', { env: { PATH, HOME, ...settings }, execArgv: [...execArgv] })
}
