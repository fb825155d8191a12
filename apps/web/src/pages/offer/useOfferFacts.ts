import {
  type Offer,
  type GasPurpose,
  type Address,
  findCollection,
  formatCoin,
  sameAddress,
  type Collection,
} from '@parley/domain'
import { useApprovals, type Approvals } from '../../features/approvals/useApprovals.ts'
import { useChainTimeS } from '../../services/chainTime.ts'
import type { OnChainCheck } from '../../features/offers/useOffer.ts'
import { useWallet } from '../../features/wallet/useWallet.ts'
import { editionOf } from '@parley/protocol'
import { useSession } from '../../services/Session.ts'
import { offerPermissions, type OfferPermissions } from './offerPermissions.ts'
import { useFee, useNetworkCost } from '../../features/offers/useFee.ts'
import { useOwners } from '../../features/holdings/useOwners.ts'
import { offerText } from '../../text/offer.lazy.ts'
import { shorten } from '../../ui/Address.tsx'

/** All that decides whether the user can act on an offer, read through their own connection. */
export function useOfferFacts(offer: Offer, chain: OnChainCheck): OfferFacts {
  const { config } = useSession()
  const { address, balanceWei } = useWallet()
  const nowS = useChainTimeS()
  const owners = useOwners(offer.requested)
  const holders = useOwners(offer.offered)
  const approvals = useApprovals({ escrow: offer.escrow, nfts: offer.requested })
  const standing = offerPermissions(offer, address, nowS, owners, editionOf(config, offer.escrow))
  const cost = useOfferCost(offer, standing)
  return { offer, standing, chain, owners, holders, approvals, cost, balanceWei, collections: config.collections }
}

export interface OfferCost {
  /** Coins of the deal that the user pays, and gets or gets back. */
  readonly payWei: bigint
  readonly receiveWei: bigint
  readonly feeWei: bigint
  /** The fee is assumed, because it isn't known yet. */
  readonly assumed: boolean
  /** Null until a price is known. */
  readonly networkWei: bigint | null
  readonly symbol: string
}

/** The cost of the user's action on this offer. Cancelling, claiming and sending home cost no platform fee. */
function useOfferCost(offer: Offer, { act, role }: OfferPermissions): OfferCost {
  const fee = useFee(offer.escrow)
  const { symbol } = useSession().config.nativeCurrency
  const moved = act === 'accept' ? offer.offered.length + offer.requested.length : offer.offered.length
  const networkWei = useNetworkCost(purposeOf(act), moved)
  const free = act === 'cancel' || act === 'claim' || act === 'sendHome'
  const { offeredWei, requestedWei } = offer.coins
  const payWei = act === 'accept' ? requestedWei : 0n
  const endsOffer = act !== null && act !== 'claim'
  const receiveWei = act === 'accept' || (role === 'creator' && endsOffer) ? offeredWei : 0n
  return { payWei, receiveWei, feeWei: free ? 0n : fee.wei, assumed: fee.assumed, networkWei, symbol }
}

/** All that leaves the wallet; the network's part only once it is known. */
export function totalOf({ payWei, feeWei, networkWei }: OfferCost): bigint {
  return payWei + feeWei + (networkWei ?? 0n)
}

function purposeOf(act: OfferPermissions['act']): GasPurpose {
  return act === 'return' || act === 'sendHome' || act === null ? 'recover' : act
}

export interface OfferCheck {
  readonly key: string
  readonly passes: boolean
  /** Undecided: what it depends on is still being read. */
  readonly waits?: boolean
  readonly title: string
  readonly text: string
  /** The collection that an approval would help. */
  readonly approve?: Address
}

export interface OfferFacts {
  readonly offer: Offer
  readonly standing: OfferPermissions
  readonly chain: OnChainCheck
  /** Who holds each requested NFT; undefined until read, null where it cannot be. */
  readonly owners: readonly (Address | null | undefined)[]
  /** Likewise each offered one. */
  readonly holders: readonly (Address | null | undefined)[]
  readonly approvals: Approvals
  readonly cost: OfferCost
  readonly balanceWei: bigint | null
  readonly collections: readonly Collection[]
}

const words = offerText.checks

/** Everything that has to hold for the offer to go through, each with what it was measured on. */
export function offerChecks(facts: OfferFacts): readonly OfferCheck[] {
  const recipient = facts.standing.role === 'recipient'
  return [
    openCheck(facts),
    ...(facts.offer.offered.length > 0 ? [heldCheck(facts)] : []),
    ...(facts.offer.requested.length > 0 ? [ownersCheck(facts)] : []),
    registryCheck(facts),
    ...(recipient ? [feeCheck(facts), coinCheck(facts), ...approvalChecks(facts)] : []),
  ]
}

function openCheck({ chain, offer }: OfferFacts): OfferCheck {
  const passes = chain.state === 'agrees' && !offer.settlement
  return {
    key: 'open',
    passes,
    waits: chain.state === 'reading',
    title: passes ? words.open : words.notOpen,
    text: passes ? words.openText : words.doubts[chain.state],
  }
}

/** The escrow's record of an NFT isn't enough: a malicious collection can take it back. Its owner decides. */
function heldCheck({ chain, offer, holders }: OfferFacts): OfferCheck {
  const gone = holders.find((holder) => holder && !sameAddress(holder, offer.escrow))
  if (gone) return { key: 'held', passes: false, title: words.gone, text: words.goneText(shorten(gone)) }
  const read = holders.length > 0 && holders.every((holder) => holder)
  const passes = chain.state === 'agrees' && read
  const unread = holders.includes(null) ? 'unreadable' : 'reading'
  return {
    key: 'held',
    passes,
    waits: chain.state === 'reading' || (chain.state === 'agrees' && holders.includes(undefined)),
    title: passes ? words.held(offer.offered.length) : words.notHeld,
    text: passes ? words.heldText : words.doubts[chain.state === 'agrees' ? unread : chain.state],
  }
}

function ownersCheck({ offer, owners, standing }: OfferFacts): OfferCheck {
  const passes = owners.length > 0 && owners.every((owner) => owner && sameAddress(owner, offer.recipient))
  const count = offer.requested.length
  const mine = standing.role === 'recipient'
  const holder = shorten(offer.recipient)
  if (passes) return { key: 'owners', passes, title: mine ? words.youOwn(count) : words.theyOwn(count), text: holder }
  return {
    key: 'owners',
    passes,
    waits: standing.ownsAll === undefined && owners.includes(undefined),
    title: mine ? words.youDoNot : words.theyDoNot,
    text: mine ? holder : words.theyDoNotText,
  }
}

function registryCheck({ offer, collections }: OfferFacts): OfferCheck {
  const contracts = [...new Set([...offer.offered, ...offer.requested].map((nft) => nft.contract))]
  const rows = contracts.map((contract) => findCollection(collections, contract))
  const passes = rows.every((row) => row !== undefined)
  return {
    key: 'registry',
    passes,
    title: passes ? words.registry : words.notRegistry,
    text: passes ? rows.flatMap((row) => row?.name ?? []).join(', ') : words.notRegistryText,
  }
}

function feeCheck({ cost }: OfferFacts): OfferCheck {
  const fee = `${formatCoin(cost.feeWei)} ${cost.symbol}`
  return {
    key: 'fee',
    passes: !cost.assumed,
    waits: cost.assumed,
    title: cost.assumed ? words.feeUnread : words.fee,
    text: words.feeText(fee),
  }
}

function coinCheck({ cost, balanceWei }: OfferFacts): OfferCheck {
  const neededWei = totalOf(cost)
  const passes = balanceWei !== null && balanceWei >= neededWei
  return {
    key: 'coin',
    passes,
    waits: balanceWei === null,
    title: passes ? words.coin : words.noCoin,
    text: words.coinText(`${formatCoin(neededWei)} ${cost.symbol}`),
  }
}

function approvalChecks({ approvals, offer }: OfferFacts): readonly OfferCheck[] {
  const given = new Set(offer.requested.map((nft) => nft.contract))
  return approvals.collections
    .filter(({ contract }) => given.has(contract))
    .map(({ contract, name, status, signedTogether }) => {
      if (signedTogether)
        return { key: `approval ${contract}`, passes: true, title: words.together(name), text: words.togetherText }
      const passes = status === 'approved'
      const title = passes ? words.approved(name) : words.notApproved(name)
      return {
        key: `approval ${contract}`,
        passes,
        waits: status === 'checking',
        title,
        text: words.revocable + approvals.place,
        ...(status === 'needed' ? { approve: contract } : {}),
      }
    })
}
