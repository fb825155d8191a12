import { toFunctionSelector } from 'viem'
import { escrowCoinsAbi } from '../gen/escrowCoinsAbi.ts'
import { swapEscrowAbi } from '../gen/swapEscrowAbi.ts'

const tradeFunctions: readonly string[] = [
  'createSwapOffer',
  'createMultiSwapOffer',
  'createSwapOfferWithCoins',
  'acceptSwapOffer',
  'cancelSwapOffer',
  'cancelExpiredOffer',
  'sendHome',
]

/** The first four bytes of every call that makes, takes or ends an offer. An explorer's list is filtered by them. */
export const tradeSelectors: ReadonlySet<string> = new Set(
  [...swapEscrowAbi, ...escrowCoinsAbi]
    .filter((item) => item.type === 'function')
    .filter((item) => tradeFunctions.includes(item.name))
    .map((item) => toFunctionSelector(item)),
)
