import { readOpenCall } from './call/remembered.ts'
import { openCall } from './voiceLine.ts'

/** Goes on with a call that this tab was in when its page was loaded again. */
export async function resumeCall(): Promise<void> {
  const open = readOpenCall()
  if (!open) return
  const call = await openCall()
  await call.join({ ...open, signIn: null })
}
