import { nftKey } from '@parley/domain'
import type { NodeLies, Scheme, ServerLieName } from '@parley/testkit'
import type { Outcome } from './attempt.ts'
import type { Plot } from './evilStage.ts'
import type { FlowName } from './scenes.ts'

/** A lie, and its outcome in each flow that it affects. */
export interface Row {
  readonly lie: string
  readonly plot: Plot
  readonly outcomes: Readonly<Partial<Record<FlowName, Outcome>>>
}

const told = (lie: ServerLieName, outcomes: Row['outcomes']): Row => ({
  lie: `The server ${lie}`,
  plot: { server: [lie] },
  outcomes,
})

/** The server names an endpoint of its own, and that one lies as well. */
const agreed = (
  lie: string,
  server: readonly ServerLieName[],
  node: (scheme: Scheme) => NodeLies,
  outcomes: Row['outcomes'],
): Row => ({
  lie: `Its endpoint ${lie}`,
  plot: { server: ['names its own endpoint', ...server], node },
  outcomes,
})

const refusedOffers = {
  accept: 'refused',
  cancel: 'refused',
  'cancel on its page': 'as shown',
  recover: 'refused',
  return: 'refused',
  claim: 'refused',
} as const

/** Lies by flows, as in docs/security.md. */
export const table: readonly Row[] = [
  told('names another escrow first', {
    create: 'refused',
    accept: 'refused',
    cancel: 'as shown',
    'cancel on its page': 'as shown',
    recover: 'as shown',
    return: 'as shown',
    claim: 'as shown',
    approve: 'refused',
    'approve one NFT': 'refused',
    revoke: 'as shown',
    'owner’s act': 'as shown',
  }),
  told('names another escrow alone', {
    create: 'refused',
    approve: 'refused',
    'approve one NFT': 'refused',
    revoke: 'as shown',
    cancel: 'as shown',
  }),
  told('names another chain', {
    create: 'as shown',
    approve: 'as shown',
    'approve one NFT': 'as shown',
    'owner’s act': 'as shown',
  }),
  told('names its own collections, explorer and coin', {
    create: 'as shown',
    approve: 'as shown',
    'approve one NFT': 'as shown',
  }),
  told('shows what is offered as something better', refusedOffers),
  told('shows what is requested as something else', refusedOffers),
  told('shows an offer under the id of another', refusedOffers),
  told('shows an offer in another escrow', {
    accept: 'not shown',
    cancel: 'not shown',
    'cancel on its page': 'as shown',
    recover: 'not shown',
    return: 'not shown',
    claim: 'not shown',
  }),
  told('shows other parties', { ...refusedOffers }),
  told('shows another expiry', { ...refusedOffers }),
  told('shows other coins', { ...refusedOffers }),
  told('shows open offers as closed', { accept: 'not shown', 'cancel on its page': 'as shown' }),
  told('shows NFTs as left behind', { cancel: 'refused', claim: 'refused' }),
  told('calls NFTs by another collection’s name', {
    create: 'as shown',
    accept: 'as shown',
    approve: 'as shown',
    'approve one NFT': 'as shown',
  }),
  told('hides the name under invisible characters', { create: 'as shown', accept: 'as shown' }),
  told('says that a wallet holds what is another’s', {
    create: 'refused',
    approve: 'as shown',
    'approve one NFT': 'refused',
  }),
  told('says that a wallet holds NFTs of a contract of its own', {
    create: 'refused',
    approve: 'not shown',
    'approve one NFT': 'not shown',
    revoke: 'not shown',
  }),
  agreed('tells of another fee', [], ({ random }) => ({ feeWei: random.pick([0n, 5n * 10n ** 16n]) }), {
    create: 'refused',
    accept: 'refused',
    cancel: 'as shown',
    recover: 'refused',
    return: 'refused',
  }),
  agreed(
    'agrees on who holds an NFT',
    ['says that a wallet holds what is another’s'],
    ({ bait, pretender }) => ({ owners: new Map([[nftKey(bait), pretender]]), approved: true, obliging: true }),
    { create: 'refused' },
  ),
  agreed(
    'agrees on what is offered',
    ['shows what is offered as something better'],
    ({ bait }) => ({
      obliging: true,
      terms: (_, [creator, recipient, , , ...rest]) => [creator, recipient, [bait.contract], [bait.tokenId], ...rest],
    }),
    { accept: 'refused', cancel: 'refused', 'cancel on its page': 'refused' },
  ),
  agreed(
    'agrees on when an offer ends',
    ['shows another expiry'],
    ({ shiftS }) => ({
      obliging: true,
      terms: (_, [creator, recipient, a, aIds, b, bIds, expiresAt, isActive]) => [
        creator,
        recipient,
        a,
        aIds,
        b,
        bIds,
        expiresAt + BigInt(shiftS),
        isActive,
      ],
    }),
    { accept: 'refused', cancel: 'refused', recover: 'refused' },
  ),
  agreed('says that gas costs a thousandfold', [], () => ({ priceFactor: 1_000n }), {
    create: 'as shown',
    approve: 'as shown',
    'approve one NFT': 'as shown',
  }),
  agreed('shows other code everywhere', [], () => ({ code: '0x60016000f3' }), {
    create: 'as shown',
    approve: 'as shown',
    'approve one NFT': 'as shown',
  }),
]
