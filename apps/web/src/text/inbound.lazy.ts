/** Words of who may open a table with the viewer. */
export const inboundText = {
  title: 'Who may open a table with me',
  choices: {
    anyone: 'Anyone',
    known: 'People I know',
    none: 'No one',
  },
  notes: {
    anyone: 'A stranger can open at most 20 tables a day.',
    known: 'People you’ve traded with, or allowed below.',
    none: 'Tables that are open already stay open.',
  },
  allowed: 'Allowed',
  disallow: (who: string) => `Stop allowing ${who}`,
  blocked: 'Blocked',
  allow: 'Allow',
  allowContacts: (count: number) => (count === 1 ? 'Allow my contact' : `Allow my ${count} contacts`),
  allowContactsFine: 'Their addresses are kept with this setting. Your names for them stay in this browser.',
  allowLabel: 'A wallet to allow',
  failed: 'That wasn’t saved. Try again.',
} as const
