import { previewOf } from './previewCopies.ts'

/**
 * The few large chunks that the pages consist of. Many small ones compress a tenth worse, and load later, since each names the
 * next. A group includes the imports of its modules unless an earlier group has them. Lazy modules stay separate.
 */
export const chunkGroups = [
  // What the first view needs.
  { name: 'first', tags: ['$initial' as const], priority: 3 },
  // What a preview shares with other pages, as its own copy.
  { name: previewOf, priority: 2.9 },
  // The catalogue's texts: articles quote them without needing the rest that pages with a wallet share.
  { name: 'words', test: /src\/text\/(deal|offers)\.ts$/, priority: 2.5 },
  // The wire format, and what else pages without a wallet share with the others.
  {
    name: 'wire',
    test: /packages\/protocol\/src\/(?!(voice\/voiceEvents|allRoutes|contextRoutes|memberRoutes|operatorRoutes|signIn|inbox|tables|tableRoutes|traderRoutes)\.ts)|src\/(text\/catalogue|ui\/Note|ui\/Select|app\/PlainFrame|services\/browser)\.tsx?$/,
    priority: 2,
  },
  // The collection list needs these, and no wallet. In a group with the code that also uses them, they would load all of it.
  { name: 'context', test: /packages\/protocol\/src\/contextRoutes/, priority: 1.5 },
  // What every page with a wallet needs, and what more than one of them does.
  {
    name: 'world',
    test: /src\/(app\/AppShell\.tsx$|features\/offers\/useOfferList\.ts$|ui\/(?!(Print|Steps|ItemRow|Chip|QrCode)\.)|services\/(chainTime|useDealMark|ExplorerLink|people)|text\/format)|packages\/domain\/src\/money|chain\/src\/escrow\/(erc721|deployedEscrow)|viem\/_esm\/(actions\/public\/getCode|utils\/unit\/|utils\/getAction)/,
    priority: 1,
  },
  // What an offer's page shares with the swap page: without it the one would load all of the other.
  {
    name: 'deal',
    test: /src\/(ui\/Steps\.|features\/(holdings\/(useHoldings|TileSkeletons)|draft\/(DealItems\.|Draft\.css)|offers\/(useOfferActions|ActionSteps|useFee|useDescribed)|wallet\/WalletProblemAct|notices\/useNotices)|pages\/VoicePlace|services\/nftView)|queriesObserver\.js|useQueries\.js/,
    priority: 0.5,
  },
  // Tables need these at once, and lists of people as well.
  { name: 'risks', test: /packages\/domain\/src\/letters|src\/services\/useWho/, priority: 0.4 },
  // Names and known addresses. One chunk, since every page loads them and each chunk's name is listed there.
  {
    name: 'people',
    test: /src\/(features\/contacts\/|pages\/ContactsPage|services\/(contacts|knownPeople|recentPeople))/,
    priority: 0.3,
  },
  // An offer's page needs both.
  { name: 'approvals', test: /src\/features\/approvals\/(useApprovals|collectionApprovals)/, priority: 0.45 },
  // Small parts that tables need: each chunk's name costs the first view some 40 bytes.
  { name: 'notes', test: /agreement\/NoteField|text\/signIn\.lazy/, priority: 0.2 },
  // Lists of offers, and what the header's bell derives from them.
  { name: 'offers', test: /src\/features\/offers\/(OfferTicket|OfferListFrame|userOffers)\.tsx?$/, priority: 0.4 },
  { name: 'table', test: /src\/pages\/SwapPage\.tsx$/ },
]
