/** Texts of the voice box before joining. The others load with the call: `callWords.ts`. */
export const voiceWords = {
  people: (count: number) =>
    count === 0
      ? 'No one is in the call yet.'
      : count === 1
        ? 'One person is talking here.'
        : `${count} people are talking here.`,
  off: 'Your microphone stays off until you join.',
  private: 'Only the two of you may enter. Your wallet signs a line to show that it is you: no transaction, no fee.',
  check: 'Check microphone',
  loading: 'Fetching the voice chat',
  failed: 'The voice chat could not be fetched. Are you online?',
} as const
