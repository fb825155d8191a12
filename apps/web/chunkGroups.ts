/**
 * The few large chunks that the pages are made of. Many small ones are packed a good tenth worse, since none knows the words of the
 * others, and fetched later, since one names the next. Each group takes what its modules import along, unless one before has it;
 * parts that are fetched later stay by themselves.
 */
export const chunkGroups = [
  // What the first view needs.
  { name: 'first', tags: ['$initial' as const], priority: 3 },
  // The catalogue's words: articles quote them, and do without all else that the pages with a wallet share.
  { name: 'words', test: /src\/messages\/general\/(approvals|deal|failures|offers|wallet)\.ts$/, priority: 2.5 },
  // The server's words and how to read them, with what else pages without a wallet share with the others.
  {
    name: 'wire',
    test: /packages\/protocol\/src\/(?!voice\/voice(Events|Proof|Name)\.ts)|src\/(messages\/generalMessages|ui\/Note|ui\/Select|app\/PlainFrame|session\/browserStorage)\.tsx?$/,
    priority: 2,
  },
  // What every page with a wallet needs, and what more than one of them does.
  {
    name: 'world',
    test: /src\/(app\/World\.tsx$|ui\/|features\/chain-time\/|session\/useDealMark)|packages\/domain\/src\/gas|chain\/src\/approvals\/erc721|viem\/_esm\/(actions\/public\/(getCode|estimateMaxPriorityFeePerGas)|utils\/unit\/|utils\/block\/|constants\/abis|utils\/getAction)/,
    priority: 1,
  },
  { name: 'table', test: /src\/pages\/SwapPage\.tsx$/ },
]
