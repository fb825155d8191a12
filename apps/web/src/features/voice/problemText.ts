import { voiceMessages } from '../../text/voice.ts'
import { callText } from '../../text/call.lazy.ts'
import type { CallState } from './call/CallState.ts'

/** What went wrong in words; the specification's own for a denied microphone. */
export function problemText(problem: CallState['problem']): string | null {
  if (problem === null) return null
  return problem === 'denied' ? voiceMessages.voiceDenied.text : callText.problems[problem]
}
