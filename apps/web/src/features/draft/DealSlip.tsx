import {
  durationChoices,
  durationSeconds,
  formatCoin,
  noCoins,
  type Address,
  type DurationMinutes,
} from '@parley/domain'
import type { ReactNode } from 'react'
import { screenWords } from '../../messages/screenWords.ts'
import { usePortal } from '../../session/Portal.ts'
import { useDealMark } from '../../session/useDealMark.ts'
import { DealMark } from '../../ui/DealMark.tsx'
import { Line, Lines, TotalLine } from '../../ui/Lines.tsx'
import { Select } from '../../ui/Select.tsx'
import { shorten } from '../../ui/shorten.ts'
import { Slip } from '../../ui/Slip.tsx'
import { longDate } from '../../ui/timeWords.ts'
import { DealItems } from './DealItems.tsx'
import type { Draft } from './useDraft.ts'

export interface DealCost {
  readonly feeWei: bigint
  readonly feeAssumed: boolean
  /** Null until estimated. */
  readonly networkWei: bigint | null
  readonly symbol: string
}

export interface DealSlipProps {
  readonly draft: Draft
  readonly creator: Address | null
  readonly cost: DealCost
  /** Chain time, unix seconds. */
  readonly nowS: number
  readonly busy: boolean
  /** Progress of creating, during and after the run. */
  readonly steps: ReactNode
  /** The button, or what has to happen first. */
  readonly act: ReactNode
}

const words = screenWords.slip

/** The draft as a slip: parties, items, expiry and cost, with the button below the perforation. */
export function DealSlip(props: DealSlipProps): ReactNode {
  const { draft, creator, cost, steps } = props
  const { own, friend, recipient } = draft
  const mark = useDealMark({
    creator,
    recipient: recipient.address,
    offered: own.nfts,
    requested: friend.nfts,
    coins: noCoins,
  })
  const anything = own.nfts.length + friend.nfts.length > 0
  return (
    <Slip
      title={words.title}
      note={words.draft(own.nfts.length, friend.nfts.length)}
      mark={anything ? <DealMark path={mark} /> : null}
      total={<CostTotal cost={cost} />}
      stub={
        <>
          {props.act}
          <p className="slip-fine">{words.keeps(own.nfts.length)}</p>
        </>
      }
    >
      <Expiration {...props} />
      {steps ?? (
        // Scrolls when the deal is long, so it must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className="deal-list" role="group" aria-label={words.list} tabIndex={0}>
          <DealItems title={words.give} nfts={own.nfts} letter="A" nothing={words.nothing} />
          <DealItems title={words.get} nfts={friend.nfts} letter="B" nothing={words.nothing} />
        </div>
      )}
      <Lines>
        <Line name={words.to}>
          {recipient.address ? <span title={recipient.address}>{shorten(recipient.address)}</span> : words.noFriend}
        </Line>
        <Line name={words.fee} note={cost.feeAssumed ? words.feeAssumed : undefined}>
          {formatCoin(cost.feeWei)} {cost.symbol}
        </Line>
        {cost.networkWei === null ? null : (
          <Line name={words.network}>
            {formatCoin(cost.networkWei)} {cost.symbol}
          </Line>
        )}
      </Lines>
    </Slip>
  )
}

/** The total cost. Until the network fee is known, the text says that it is added. */
export function CostTotal({ cost }: { cost: DealCost }): ReactNode {
  return (
    <TotalLine
      name={cost.networkWei === null ? words.totalFeeOnly : words.total}
      amount={formatCoin(cost.feeWei + (cost.networkWei ?? 0n))}
      unit={cost.symbol}
    />
  )
}

function Expiration({ draft, nowS, busy }: DealSlipProps): ReactNode {
  const { messages, durations } = usePortal()
  const until = words.until(longDate(nowS + durationSeconds(draft.minutes)))
  return (
    <Select
      label={messages.expirationLabel.text}
      value={String(draft.minutes)}
      disabled={busy}
      choices={durationChoices
        .filter(({ minutes }) => durations.includes(minutes))
        .map(({ minutes, label }) => ({ value: String(minutes), label }))}
      onChange={(value) => draft.setMinutes(minutesFrom(value))}
      note={
        <>
          {until}
          {draft.minutes === 5 ? <span className="short-offer">{messages.shortOffer.text}</span> : null}
        </>
      }
    />
  )
}

function minutesFrom(value: string): DurationMinutes {
  return durationChoices.find((choice) => String(choice.minutes) === value)?.minutes ?? 1440
}
