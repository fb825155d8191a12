import type { Messages } from '../messages/generalMessages.ts'
import { usePortal } from './Portal.ts'

/** The catalogue in the words of the portal that the screen stands in. */
export function useMessages(): Messages {
  return usePortal().messages
}
