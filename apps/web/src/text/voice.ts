import { toast } from './message.ts'

/** The voice box. What only a call needs loads with it: `call.lazy.ts`. */
export const voiceText = {
  title: 'VOICE CHAT',
  join: '🎤 JOIN CALL',
  connected: 'CONNECTED',
  mute: 'MUTE',
  unmute: 'UNMUTE',
  leave: 'LEAVE',
  share: 'Share this page link with others to talk',
  people: (count: number) =>
    count === 0
      ? 'No one is in the call yet.'
      : count === 1
        ? 'One person is talking here.'
        : `${count} people are talking here.`,
  off: 'Your microphone stays off until you join.',
  privateShort: 'Just the two of you.',
  private:
    'Only the two of you may enter, signed in with your wallets: one line to sign in seven days, no transaction, no fee.',
  check: 'Check microphone',
  loading: 'Fetching the voice chat',
  failed: 'The voice chat couldn’t be fetched. Are you online?',
} as const

export const voiceMessages = {
  voiceDenied: toast('Microphone', 'Microphone access denied. Please allow microphone access to use voice chat.'),
}
