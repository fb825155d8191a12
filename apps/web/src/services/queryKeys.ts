import type { Address } from '@parley/domain'

/** The names under which answers are kept, and by which changes make them be read again. */
export const queryKeys = {
  offers: ['offers'] as const,
  sent: (address: Address) => ['offers', 'sent', address] as const,
  received: (address: Address) => ['offers', 'received', address] as const,
  expired: (address: Address) => ['offers', 'expired', address] as const,
  byUser: (address: Address) => ['offers', 'user', address] as const,
  offer: (idText: string) => ['offers', 'one', idText] as const,
  offerOnChain: (idText: string) => ['offers', 'on-chain', idText] as const,
  holdings: ['holdings'] as const,
  holdingsOf: (address: Address) => ['holdings', address] as const,
  approvals: ['approvals'] as const,
  approvalsOf: (address: Address) => ['approvals', address] as const,
  balance: (address: Address) => ['balance', address] as const,
  gasPrice: ['gas-price'] as const,
  head: ['head'] as const,
  nft: (key: string) => ['nft', key] as const,
  owner: (key: string) => ['holdings', 'owner', key] as const,
  fee: (escrow: Address) => ['fee', escrow] as const,
  together: (account: Address) => ['together', account] as const,
  network: (walletUid: string, chainId: number) => ['network', walletUid, chainId] as const,
  code: (address: Address) => ['code', address] as const,
  stats: ['stats', 'numbers'] as const,
  statsTrades: (view: string) => ['stats', 'trades', view] as const,
  escrow: (escrow: Address) => ['escrow', escrow] as const,
  escrowRecord: (escrow: Address) => ['escrow', escrow, 'record'] as const,
}
