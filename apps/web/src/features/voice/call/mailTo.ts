import type { LinkMail } from './Link.ts'
import type { Signalling } from './Signalling.ts'

/** What a link says to one person, by way of whatever line to the server there is at that moment. */
export function mailTo(peerId: string, line: () => Signalling | null): LinkMail {
  return {
    offer: (sdp) => line()?.say('offer', { to: peerId, sdp }),
    answer: (sdp) => line()?.say('answer', { to: peerId, sdp }),
    candidate: (candidate) => line()?.say('ice-candidate', { to: peerId, candidate }),
  }
}
