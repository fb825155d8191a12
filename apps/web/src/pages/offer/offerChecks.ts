import { findCollection, formatCoin, sameAddress, type Address, type Collection, type Offer } from '@parley/domain'
import type { Approvals } from '../../features/approvals/useApprovals.ts'
import type { ChainWord } from '../../features/offers/useOffer.ts'
import { offerText } from '../../text/offer.lazy.ts'
import { shorten } from '../../ui/Address.tsx'
import type { Standing } from './standingOf.ts'
import { totalOf, type OfferCost } from './useOfferCost.ts'

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
  readonly standing: Standing
  readonly chain: ChainWord
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
