import {
  cancelCall,
  cancelExpiredCall,
  ChainFailureError,
  claimReturnedCall,
  type ContractCall,
  planGas,
  readFee,
  readGasPrice,
  sendHomeCall,
  takeOwedCoinsCall,
} from '@parley/chain'
import type { Address, Nft, OfferId } from '@parley/domain'
import { queryOptions } from '@tanstack/react-query'
import { queryKeys } from './queries.ts'
import type { Session } from './Session.ts'
import type { Messages } from '../text/catalogue.ts'

export type WayHome = 'cancel' | 'recover' | 'sendHome' | 'claim' | 'take'

/** What a transaction home has to know of a thing in escrow. */
interface HomeBound {
  readonly key: string
  readonly way: WayHome
  readonly escrow: Address
  /** Null for coins that are owed. */
  readonly offer: {
    readonly id: OfferId
    readonly escrow: Address
    readonly offered: readonly Nft[]
    readonly requested: readonly Nft[]
  } | null
}

/** Only taking back an expired offer costs the platform's fee (decision K4). */
export function paysFee({ way }: Pick<HomeBound, 'way'>): boolean {
  return way === 'recover'
}

/** The transaction that brings a thing home. `to`: where owed coins go. */
export function callHome({ way, escrow, offer }: HomeBound, feeWei: bigint, to: Address): ContractCall {
  if (!offer || way === 'take') return takeOwedCoinsCall(escrow, to)
  if (way === 'cancel') return cancelCall(offer)
  if (way === 'claim') return claimReturnedCall(offer)
  return way === 'recover' ? cancelExpiredCall(offer, feeWei) : sendHomeCall(offer)
}

/** What a way home costs, or why it is closed. */
export type HomeCost =
  | { readonly kind: 'known'; readonly feeWei: bigint; readonly networkWei: bigint; readonly gas: bigint }
  /** The contract would refuse it now. */
  | { readonly kind: 'refused'; readonly reason: string }

export interface CostQuestion {
  readonly account: Address
  readonly holding: HomeBound
  readonly to: Address
  readonly messages: Messages
}

/** The cost of a way home: the contract's fee, and this call's estimated gas (decision G1). */
export function homeCostQuery(session: Session, { account, holding, to, messages }: CostQuestion) {
  const { chain, queries, formatter } = session
  return queryOptions({
    queryKey: [...queryKeys.offers, 'way-home', account, holding.key, holding.way, to] as const,
    queryFn: async (): Promise<HomeCost> => {
      // Under the key by which actions know which fee the screen has shown.
      const feeWei = paysFee(holding)
        ? await queries.fetchQuery({
            queryKey: queryKeys.fee(holding.escrow),
            queryFn: () => readFee(chain, holding.escrow),
            staleTime: 0,
          })
        : 0n
      const call = callHome(holding, feeWei, to)
      try {
        const { gas, expectedCostWei } = await planGas(chain, account, call)
        return { kind: 'known', feeWei, networkWei: expectedCostWei, gas }
      } catch (error) {
        const { failure } = ChainFailureError.from(error)
        if (failure.kind === 'reverted') {
          const { failureReason } = await import('../text/contractErrors.ts')
          return { kind: 'refused', reason: failureReason(failure, messages, formatter) }
        }
        if (failure.kind !== 'funds') throw error
        // The wallet can't pay now. The table tells what it would need.
        const { baseFeeWei, priorityFeeWei } = await readGasPrice(chain, call.gasRule)
        const gas = call.gasRule.baseGas + call.gasRule.gasPerNft * BigInt(call.nftCount)
        return { kind: 'known', feeWei, networkWei: gas * (baseFeeWei + priorityFeeWei), gas }
      }
    },
    staleTime: 0,
  })
}
