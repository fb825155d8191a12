/** The question before a block that ends tables, and words for one that the server didn't take. */
export const blocksText = {
  block: (who: string) => `Block ${who}`,
  dontBlock: 'Don’t block',
  endsTables: 'They can’t open tables with you any more, and the open ones with them are closed.',
  notBlocked: (who: string) =>
    `Our server didn’t answer, so ${who} can still open tables with you. Its offers are hidden in this browser. We try again when you next open a page.`,
  notUnblocked: (who: string) =>
    `Our server didn’t answer, so ${who} still can’t open tables with you. Its offers are shown in this browser again. We try again when you next open a page.`,
  listFull: (who: string) =>
    `You have blocked as many wallets as our server keeps, so ${who} can still open tables with you. Its offers are hidden in this browser. Your list of blocked wallets is with your tables in My Pending Trades.`,
} as const
