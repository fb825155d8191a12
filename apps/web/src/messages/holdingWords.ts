import { maxNftsPerSide } from '@parley/domain'

/** Texts of the lists of NFTs to pick from. Those that the specification quotes are in the catalogue. */
export const holdingWords = {
  selected: (chosen: number) => `${chosen} / ${maxNftsPerSide}`,
  search: 'Search by name or id',
  searchPlace: 'Name or id',
  collection: 'COLLECTION',
  all: 'All',
  more: (count: number) => `${count} more`,
  order: { collection: 'Sorted by collection', name: 'Sorted by name', id: 'Sorted by ID' },
  fewer: 'Fewer',
  noMatch: 'Nothing matches',
  noMatchHint: 'Search for another name or id, or show all collections.',
  showAll: 'Show all',
  unreadable: (names: string) =>
    `${names} could not be read just now. Those NFTs are safe; we just can’t show them right now.`,
  readAgain: 'Read again',
  failed: 'These NFTs could not be read.',
  kept: 'Neither the server nor the chain answers. These are the NFTs as they were read before.',
  reading: (left: number) =>
    left === 1 ? 'One more collection is being read.' : `${left} more collections are being read.`,
  fromChain: 'Read from the chain by your browser, since the server is away.',
  keys: 'Arrow keys move, space selects, shift with an arrow selects a range, I shows details.',
} as const
