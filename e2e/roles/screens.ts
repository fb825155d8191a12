import { expect, type Page } from '@playwright/test'
import type { Role, Story } from './Story.ts'

/** What a role must see on a screen, and what it must not. */
interface Sight {
  readonly there: readonly (string | RegExp)[]
  readonly notThere?: readonly string[]
}

export interface Screen {
  readonly name: string
  readonly path: (story: Story) => string
  readonly seenBy: Readonly<Partial<Record<Role, Sight>>>
  /** Roles checked in every run; all of them take long. */
  readonly everyRun?: readonly Role[]
  /** Roles whose view every run examines with axe. The others differ only in texts. */
  readonly examinedAs?: readonly Role[]
  /** Requests expected to fail: the browser itself logs these. */
  readonly refused?: RegExp
  /** Brings the screen into the state to examine. */
  readonly prepare?: (page: Page, role: Role) => Promise<void>
}

const notYours = "you don't own the requested NFT"
const connect: Sight = {
  there: ['CONNECT WALLET', 'Connect to see whether this offer is for you.'],
  notThere: ['Accept This Offer', 'Cancel This Offer'],
}

const detail = (name: string, offer: keyof Story['offers'], seenBy: Screen['seenBy']): Screen => ({
  name: `an offer that is ${name}`,
  path: ({ offers }) => `/p2p/${offers[offer]}`,
  seenBy,
  // A holder who isn't the recipient sees the same as a third person.
  ...(offer === 'open'
    ? { everyRun: ['visitor', 'creator', 'recipient', 'third'], examinedAs: ['visitor', 'recipient'] }
    : {}),
})

const place = (name: string, path: string, seenBy: Screen['seenBy']): Screen => ({ name, path: () => path, seenBy })

const information = (path: string, title: string): Screen =>
  place(title, path, { visitor: { there: [title] }, creator: { there: [title] } })

export const screens: readonly Screen[] = [
  {
    ...place('the swap page', '/p2p', {
      visitor: { there: ['CONNECT WALLET'], notThere: ['Offers Sent By You'] },
      creator: { there: ['wallet connected', 'Cancel Offer', 'Recover NFTs from Escrow', 'NO OFFERS RECEIVED'] },
      recipient: { there: ['Accept Trade', 'Return Expired', 'NO OFFERS CREATED'], notThere: ['Cancel Offer'] },
      third: { there: ["NO NFT'S FOUND.", 'NO OFFERS CREATED', 'NO OFFERS RECEIVED'] },
      holder: { there: ['FarmLand', 'NO OFFERS RECEIVED'], notThere: ['Accept Trade'] },
    }),
    // Most other tests cover a creator and an uninvolved visitor there.
    everyRun: ['recipient'],
    // accessibility.spec.ts examines a visitor and a creator.
    examinedAs: ['recipient'],
  },
  place('the ASO portal', '/ASOverse', {
    visitor: { there: ['CONNECT WALLET'], notThere: ['Offers Sent By You'] },
    creator: { there: ['ASOVERSE TRADING PORTAL', 'Cancel Offer', 'NO ASO OFFERS RECEIVED'] },
    recipient: { there: ['Accept ASO Trade', 'For Your', 'NO ASO OFFERS CREATED'], notThere: ['Cancel Offer'] },
    third: { there: ["NO ASO NFT'S FOUND.", 'NO ASO OFFERS CREATED', 'NO ASO OFFERS RECEIVED'] },
    holder: { there: ["NO ASO NFT'S FOUND.", 'NO ASO OFFERS RECEIVED'], notThere: ['Accept ASO Trade'] },
  }),
  {
    name: 'the create page',
    path: () => '/create-swap-offer',
    seenBy: {
      visitor: { there: ['You need a wallet to create an offer'] },
      creator: { there: ['Choose what you give', 'CREATE SWAP OFFER'] },
      third: { there: ['Choose what you give', "NO NFT'S FOUND."] },
    },
    // A user who is choosing a wallet isn't redirected to the main page.
    prepare: async (page, role) => {
      if (role === 'visitor') await page.getByRole('main').getByRole('button', { name: 'CONNECT WALLET' }).click()
    },
  },
  detail('open', 'open', {
    visitor: connect,
    creator: { there: ['Cancel This Offer', 'Offering', 'Requesting'], notThere: ['Accept This Offer'] },
    recipient: { there: ['Accept This Offer'], notThere: ['Cancel This Offer'] },
    third: { there: [notYours], notThere: ['Accept This Offer', 'Cancel This Offer'] },
    holder: { there: [notYours], notThere: ['Accept This Offer', 'Cancel This Offer'] },
  }),
  detail('open, while what it asks for has moved on', 'moved', {
    creator: { there: ['Cancel This Offer', 'Not in their wallet any more'] },
    recipient: { there: [notYours], notThere: ['Accept This Offer'] },
    third: { there: [notYours], notThere: ['Accept This Offer'] },
    holder: { there: [/This offer is for 0x/], notThere: ['Accept This Offer'] },
  }),
  detail('past its time', 'expired', {
    visitor: { there: ['CONNECT WALLET'], notThere: ['Recover NFTs from Escrow'] },
    creator: { there: ['Recover NFTs from Escrow'], notThere: ['Cancel This Offer'] },
    recipient: { there: ['Return Expired'], notThere: ['Accept This Offer'] },
    third: { there: [notYours], notThere: ['Return Expired'] },
    holder: { there: [notYours], notThere: ['Return Expired'] },
  }),
  detail('closed', 'completed', {
    visitor: { there: ['This swap is complete.', 'View Other Offers'] },
    creator: { there: ['View Other Offers'], notThere: ['Cancel This Offer'] },
    recipient: { there: ['View Other Offers'], notThere: ['Accept This Offer'] },
    third: { there: ['View Other Offers'], notThere: ['Accept This Offer'] },
    holder: { there: ['View Other Offers'], notThere: ['Accept This Offer'] },
  }),
  place('an offer’s page with a cut id', '/p2p/0x12', { visitor: { there: ['That isn’t a valid offer link'] } }),
  {
    name: 'the page of an offer that there is not',
    path: () => `/p2p/0x${'ee'.repeat(32)}`,
    seenBy: { visitor: { there: ['Offer not found'] } },
    refused: /404/,
  },
  {
    name: 'a wallet’s page',
    path: ({ people }) => `/wallet/${people.creator}`,
    seenBy: { visitor: { there: ['CONNECT WALLET', 'Trade with this wallet', 'Hoppers', 'In escrow'] } },
  },
  place('a wallet’s page with a cut address', '/wallet/0x12', { visitor: { there: ['That isn’t a wallet address'] } }),
  place('My Pending Trades', '/pending-trades', {
    visitor: { there: ['Whose trades?', 'CONNECT WALLET'] },
    creator: { there: ['Active(4)', 'Completed(1)', 'View Details', 'Create New', 'Refresh'] },
    recipient: { there: ['Active(4)', 'Completed(1)'] },
    third: { there: ['Active(0)', 'No open offers'] },
    holder: { there: ['Active(0)', 'No open offers'] },
  }),
  place('Trade Stats', '/current-trades', {
    visitor: { there: ['Total Trades Completed', 'Trades of the last 7 days', 'CONNECT WALLET'] },
    creator: { there: ['Total Trades Completed', 'Trades of the last 7 days'], notThere: ['CONNECT WALLET'] },
  }),
  place('the inbox', '/inbox', {
    visitor: { there: ['Whose inbox?', 'CONNECT WALLET'] },
    creator: { there: ['Needs you', /^Expired, 1 NFT still in escrow/, 'Tables are missing here'] },
    third: { there: ['Nothing needs you'] },
  }),
  place('My escrow', '/escrow', {
    visitor: { there: ['Whose escrow?', 'CONNECT WALLET'] },
    creator: { there: ['Held for you', 'Offer by offer', 'Expired, ready to come home'] },
    third: { there: ['Nothing of yours is in escrow'] },
  }),
  {
    ...place('Contacts', '/contacts', {
      visitor: { there: ['No contacts yet'] },
      creator: { there: ['No contacts yet'] },
    }),
    prepare: async (page, role) => {
      if (role === 'visitor') return
      const contacts = [{ address: `0x${'5e'.repeat(20)}`, name: 'Maximiliane von Hohenbobingen' }]
      await page.evaluate((list) => localStorage.setItem('parley-contacts', JSON.stringify(list)), contacts)
      await page.reload()
      await expect(page.getByText('1 contact', { exact: true })).toBeVisible()
    },
  },
  {
    name: 'a trader’s page',
    path: ({ people }) => `/trader/${people.creator}`,
    seenBy: {
      visitor: { there: ['Completed trades', 'Counted from the contract’s events. Parley doesn’t score anyone.'] },
      creator: { there: ['Completed trades', 'This is your page, as anyone can see it.', 'Trade with me'] },
      recipient: { there: ['Completed trades', 'With you', /^Look at it/] },
    },
  },
  place('a trader’s page with a cut address', '/trader/0x12', { visitor: { there: [/This one is cut, or too long/] } }),
  place('a table’s link', `/table/${'A'.repeat(22)}`, {
    visitor: { there: ['A table for two', 'CONNECT WALLET'] },
    creator: { there: ['Sign in'] },
  }),
  place('the owner’s panel', '/admin-panel-parley-owner-only', {
    visitor: { there: ['Who is asking?'] },
    third: { there: ['Not Owner', 'Fee management', 'What the owner did'] },
  }),
  place('the voice test', '/voice-test', { visitor: { there: ['Voice test', 'Start the test'] } }),
  information('/what-is-parley', 'What is Parley?'),
  information('/how-it-works', 'How it works'),
  information('/help', 'Help'),
  information('/about-the-team', 'About the team'),
]
