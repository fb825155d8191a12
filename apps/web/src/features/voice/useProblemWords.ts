import { callWords } from '../../messages/callWords.ts'
import { useMessages } from '../../services/Portal.ts'
import type { CallState } from './call/CallState.ts'

/** What went wrong in words; the specification's own for a denied microphone. */
export function useProblemWords(problem: CallState['problem']): string | null {
  const messages = useMessages()
  if (problem === null) return null
  return problem === 'denied' ? messages.voiceDenied.text : callWords.problems[problem]
}
