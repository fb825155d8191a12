/** Words of what the user hid from the lists. */
export const hiddenWords = {
  hidden: (count: number) => `${count} hidden by you`,
  by: (creator: string) => `from ${creator}`,
  block: (creator: string) => `Block ${creator}`,
  unblock: (creator: string) => `Unblock ${creator}`,
  unhide: 'Show this offer again',
} as const
