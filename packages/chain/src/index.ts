export * from './rpc/chainClient.ts'
export { swapEscrowAbi } from './gen/swapEscrowAbi.ts'
export * from './escrow/erc721.ts'
export * from './escrow/deployedEscrow.ts'
export * from './escrow/escrowEvents.ts'
export * from './escrow/escrowCalls.ts'
export * from './escrow/offerId.ts'
export * from './escrow/offerLogs.ts'
export * from './escrow/readOffer.ts'
export * from './escrow/readEscrowed.ts'
export * from './failures/ChainFailure.ts'
export * from './escrow/ownerCalls.ts'
export * from './escrow/readEscrowState.ts'
export * from './transactions/contractCall.ts'
export * from './transactions/decodeCall.ts'
export * from './transactions/waitForReceipt.ts'
export * from './transactions/send.ts'
export * from './transactions/walletCalls.ts'
export { defaultRpcOptions, type RpcObserver, type RpcOptions, RpcUnavailableError } from './rpc/RpcCall.ts'
export {
  findHoldings,
  type CollectionHoldings,
  type FindHoldingsOptions,
  type HoldingsOutcome,
  findOwners,
  type OwnedToken,
  type OwnersOutcome,
  readUnknownOwner,
} from './holdings/findHoldings.ts'
export { readBalances } from './holdings/readByCalls.ts'
export { isRevert, type UnreadableReason } from './holdings/HoldingsQuery.ts'
export {
  inspectCollection,
  mismatchesOf,
  type CollectionFacts,
  type CollectionMismatch,
} from './holdings/inspectCollection.ts'
export * from './names.ts'
export { isErc721 } from './escrow/isErc721.ts'
export { isSignedBy, type SignedMessage } from './transactions/isSignedBy.ts'
