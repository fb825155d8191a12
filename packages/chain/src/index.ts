export * from './createChainClient.ts'
export { swapEscrowAbi } from './gen/swapEscrowAbi.ts'
