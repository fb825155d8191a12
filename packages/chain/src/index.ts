export * from './createChainClient.ts'
export { swapEscrowAbi } from './gen/swapEscrowAbi.ts'
export * from './approvals/approvalCall.ts'
export * from './approvals/erc721Abi.ts'
export * from './approvals/readApproval.ts'
export * from './approvals/readOwner.ts'
export * from './escrow/decodeEscrowLog.ts'
export * from './escrow/EscrowEvent.ts'
export * from './escrow/escrowCalls.ts'
export * from './escrow/findCreations.ts'
export * from './escrow/isSameNetwork.ts'
export * from './escrow/leftBehind.ts'
export * from './escrow/offerIdFromReceipt.ts'
export * from './escrow/readCodeHash.ts'
export * from './escrow/readFee.ts'
export * from './escrow/readOfferStates.ts'
export * from './escrow/readOfferTerms.ts'
export * from './escrow/readUnreturned.ts'
export * from './escrow/tradeSelectors.ts'
export * from './failures/ChainFailure.ts'
export * from './failures/ChainFailureError.ts'
export * from './failures/classify.ts'
export * from './failures/tokenErrorsAbi.ts'
export * from './owner/decodeOwnerLog.ts'
export * from './owner/ownerCalls.ts'
export * from './owner/readCustody.ts'
export * from './owner/readEscrowState.ts'
export * from './transactions/ContractCall.ts'
export * from './transactions/decodeCall.ts'
export * from './transactions/planGas.ts'
export * from './transactions/readBalance.ts'
export * from './transactions/send.ts'
export * from './transactions/simulate.ts'
export * from './transactions/waitForReceipt.ts'
export * from './transactions/WalletConnection.ts'
export { defaultRpcOptions, type RpcOptions } from './rpc/RpcOptions.ts'
export { RpcUnavailableError } from './rpc/RpcUnavailableError.ts'
export { rpcTransport } from './rpc/rpcTransport.ts'
export {
  findHoldings,
  type CollectionHoldings,
  type FindHoldingsOptions,
  type HoldingsOutcome,
} from './holdings/findHoldings.ts'
export { findOwners, type OwnedToken, type OwnersOutcome } from './holdings/findOwners.ts'
export { readBalances } from './holdings/readBalances.ts'
export { isRevert } from './holdings/isRevert.ts'
export type { UnreadableReason } from './holdings/Reading.ts'
export {
  inspectCollection,
  mismatchesOf,
  type CollectionFacts,
  type CollectionMismatch,
} from './holdings/inspectCollection.ts'
