export * from './createChainClient.ts'
export { escrowCoinsAbi } from './gen/escrowCoinsAbi.ts'
export { swapEscrowAbi } from './gen/swapEscrowAbi.ts'
export * from './approvals/approvals.ts'
export * from './approvals/erc721.ts'
export * from './escrow/decodeEscrowLog.ts'
export * from './escrow/escrowCalls.ts'
export * from './escrow/escrowCode.ts'
export * from './escrow/findCreations.ts'
export * from './escrow/receipts.ts'
export * from './escrow/offerId.ts'
export * from './escrow/decodeCoinsLog.ts'
export * from './escrow/readFee.ts'
export * from './escrow/readOfferState.ts'
export * from './escrow/readOfferStates.ts'
export * from './escrow/readOfferTerms.ts'
export * from './failures/ChainFailure.ts'
export * from './owner/decodeOwnerLog.ts'
export * from './owner/ownerCalls.ts'
export * from './owner/readEscrowState.ts'
export * from './transactions/ContractCall.ts'
export * from './transactions/decodeCall.ts'
export * from './transactions/waitForReceipt.ts'
export * from './transactions/planGas.ts'
export * from './transactions/readAccount.ts'
export * from './transactions/send.ts'
export * from './transactions/simulate.ts'
export * from './transactions/walletCalls.ts'
export { defaultRpcOptions, type RpcOptions, type RpcObserver } from './rpc/RpcOptions.ts'
export { RpcUnavailableError } from './rpc/RpcCall.ts'
export { rpcTransport } from './rpc/rpcTransport.ts'
export {
  findHoldings,
  type CollectionHoldings,
  type FindHoldingsOptions,
  type HoldingsOutcome,
  findOwners,
  type OwnedToken,
  type OwnersOutcome,
} from './holdings/findHoldings.ts'
export { readBalances } from './holdings/contractCalls.ts'
export { isRevert, type UnreadableReason } from './holdings/HoldingsQuery.ts'
export {
  inspectCollection,
  mismatchesOf,
  type CollectionFacts,
  type CollectionMismatch,
} from './holdings/inspectCollection.ts'
export { isSignedBy, type SignedMessage } from './signatures/isSignedBy.ts'
