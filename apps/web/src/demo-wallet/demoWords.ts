import { locale } from '@parley/domain'
import type { ClaimedNetwork, Manner } from './demoWalletState.ts'

const manners: readonly (readonly [Manner, string])[] = [
  ['ask', 'Ask me'],
  ['reject', 'Reject (4001)'],
  ['fail', 'Fail (-32603)'],
  ['slow', 'Ask me after five seconds'],
  ['stuck', 'Never answer'],
]

const networks: readonly (readonly [ClaimedNetwork, string])[] = [
  ['local', 'The local chain'],
  ['ethereum', 'Ethereum'],
  ['elsewhere', 'Another Avalanche with the same id'],
]

/** Texts of the demonstration wallet. It isn't part of the product, so they aren't in the product's catalogue. */
export const demoWords = {
  kicker: 'Parley demo wallet · play money, local chain',
  title: 'Demo wallet',
  open: (name: string) => `Demo wallet: ${name}`,
  nobody: 'nobody',
  who: 'You are',
  as: (name: string) => `You are ${name}.`,
  manner: 'The next requests',
  manners,
  network: 'The wallet says it is on',
  networks,
  locked: 'Locked',
  done: 'Done',
  reject: 'Reject',
  call: 'Call',
  unknownCall: 'unknown',
  contract: 'Contract',
  value: 'Value',
  gas: 'Gas',
  gasText: (gas: bigint, cost: string) => `up to ${gas.toLocaleString(locale)}, at most ${cost}`,
  questions: {
    connect: { title: 'Connect to Parley?', yes: 'Connect' },
    transaction: { title: 'Sign this transaction?', yes: 'Sign' },
    text: { title: 'Sign this text?', yes: 'Sign' },
    switch: { title: 'Switch the network?', yes: 'Switch' },
  },
} as const
