import { product } from '@parley/domain'

/** `PRODUCT_NAME` as a part of a file's name, put in its place by the page's build. */
declare const builtFileStem: string | undefined

/** Texts of contacts: private names for addresses. */
export const contactText = {
  title: 'Contacts',
  lead: 'Your own names for addresses. Only you see them: they never leave this browser.',
  add: 'Add to contacts',
  rename: 'Rename',
  addTitle: 'New contact',
  renameTitle: 'Rename contact',
  nameLabel: 'Your name for this address',
  addressLabel: 'Address',
  private: 'Only you see it. It never leaves this browser.',
  save: 'Save',
  remove: 'Remove',
  removed: (name: string) => `${name} is no longer a contact.`,
  undo: 'Undo',
  alike: (name: string) => `You already have a contact called ${name}. The two are easy to mix up.`,
  full: (most: number) => `You have ${most} contacts, the most that this browser keeps. Remove one first.`,
  problems: {
    empty: 'Type a name that can be seen.',
    address: 'A name that begins like an address could pass for one. Choose another.',
  },
  notAnAddress: 'This isn’t the address of a wallet.',
  empty: 'No contacts yet',
  emptyText: 'Name a wallet here, on an offer, or next to its address when you trade with it.',
  count: (count: number) => (count === 1 ? '1 contact' : `${count} contacts`),
  search: 'Search contacts',
  noneFound: 'No contact has this in its name or address.',
  trade: 'Trade',
  tradeWith: (name: string) => `Trade with ${name}`,
  renameOne: (name: string) => `Rename ${name}`,
  removeOne: (name: string) => `Remove ${name}`,
  importFile: 'Import',
  exportFile: 'Export',
  fileName: `${typeof builtFileStem === 'string' ? builtFileStem : 'parley'}-contacts.json`,
  importTitle: 'Import contacts',
  importApply: (count: number) => `Import ${count === 1 ? '1 contact' : `${count} contacts`}`,
  importNothing: 'There is nothing to change: you have all of them already.',
  importDone: (count: number) => `${count === 1 ? '1 contact was' : `${count} contacts were`} imported.`,
  /** What the merge would do. */
  plan: {
    added: (count: number) => `${count} new`,
    renamed: (count: number) => `${count} renamed, by address`,
    same: (count: number) => `${count} you have already`,
    stopped: (count: number) => `${count} left out: looks like the address of someone you know, but is a different one`,
    taken: (count: number) => `${count} left out: named like another contact`,
    over: (count: number) => `${count} left out: this browser keeps no more`,
    unread: (count: number) => `${count} left out: no valid name and address`,
  },
  importNames: 'Names in this file',
  planRule: 'The file’s name wins for an address that you have. Nothing is removed.',
  nowCalled: (before: string, after: string) => `${before} becomes ${after}`,
  fileProblems: {
    size: 'This file is too large for a list of contacts. Nothing was changed.',
    json: 'This file couldn’t be read: it isn’t JSON. Nothing was changed.',
    form: `This is no list of contacts of ${product.name}. Nothing was changed.`,
    version: `This file is of a newer version of ${product.name}. Nothing was changed.`,
    many: 'This file has too many contacts. Nothing was changed.',
    unreadable: 'Your browser couldn’t read this file. Nothing was changed.',
  },
} as const

/** Texts about an address before a deal with it. */
export const addressText = {
  found: 'Contacts found',
  stopTitle: 'Stop: compare this address',
  stopText:
    'It begins and ends like an address you know, but it’s a different one. Scammers make such addresses and wait for people to mix them up.',
  known: 'The one you know',
  entered: 'This one',
  differ: (count: number) => `${count} of 40 characters differ. They are marked.`,
  differs: 'differs:',
  takeKnown: (who: string) => `Use the one I know: ${who}`,
  takeCompared: 'I compared all of it. Use this one',
  stopped: 'This address looks like one you know, but it’s a different one. Compare both in full before you continue.',
  resembles: (who: string) => `Not ${who}: this address only begins and ends like theirs.`,
  firstDeal: 'Your first deal with this address. Compare it with what they gave you.',
  collectionContract: 'This contract is an NFT collection, not a wallet. Nobody could accept there.',
  yourContact: 'your contact',
  readName: (name: string) => `Reading ${name}…`,
  noName: (name: string) => `${name} leads to no address.`,
  badName: (name: string) =>
    `${name} has letters that such a name can’t have, or letters that look like others. Ask for the address.`,
  unreadName: (name: string) => `${name} couldn’t be read. Try again, or ask for the address.`,
  offName: (ending: string) => `Names ending in ${ending} aren’t read here. Ask for the address.`,
  leadsTo: (name: string) => `${name} leads to`,
  foreignLetters: 'This name has letters beyond a to z. In plain ones it is',
  takeName: 'Use this address',
  checkingName: 'Checking',
  otherName: (name: string) =>
    `Your wallet’s own connection doesn’t confirm where ${name} leads. It wasn’t used. Ask for the address.`,
  nameOwner: 'The holder of a name decides where it leads. Compare the address before you trade.',
  checkedName: 'The name leads to this address, and the address to the name',
} as const
