export const generalMessages = {
  connectFirst: { channel: 'alert', text: 'Please connect your wallet first' },
} as const

export type Messages = typeof generalMessages
