import { emptyTableText } from '../../text/frame.ts'
import {
  coinText,
  durationChoices,
  durationSeconds,
  formatCoin,
  type Address,
  type DurationMinutes,
} from '@parley/domain'
import type { ReactNode } from 'react'
import { slipListLabel, slipText } from '../../text/swap.ts'
import { tableText } from '../../text/swap.lazy.ts'
import { usePortal, useMessages } from '../../services/Portal.ts'
import { useDealMark } from '../../services/useDealMark.ts'
import { DealMark } from '../../ui/DealMark.tsx'
import { AmountLine, Line, Lines, TotalLine } from '../../ui/Lines.tsx'
import { Select } from '../../ui/Select.tsx'
import { Slip } from '../../ui/Slip.tsx'
import { shortDate } from '../../text/format.ts'
import { WholeAddress } from '../../ui/Address.tsx'
import { ExplorerLink } from '../../services/ExplorerLink.tsx'
import { Nickname } from '../../services/people.tsx'
import { DealItems } from './DealItems.tsx'
import type { Draft } from './useDraft.ts'
import { Button } from '../../ui/Button.tsx'

export interface DealCost {
  /** The coins offered, which leave the wallet with the fees. */
  readonly payWei: bigint
  readonly feeWei: bigint
  readonly feeAssumed: boolean
  /** Null until estimated. */
  readonly networkWei: bigint | null
  readonly symbol: string
}

interface DealSlipProps {
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

const words = slipText
/** In place of a price while nothing is chosen: the lines stay where they are. */
const noPrice = '–'

/** The line that says what the button waits for. */
const nextId = 'deal-next'

/** The draft as a slip: parties, items, expiry and cost, with the button below the perforation. */
export function DealSlip(props: DealSlipProps): ReactNode {
  const { draft, creator, cost, steps } = props
  const { own, friend, recipient } = draft
  const wantedWei = friend.coins.wei ?? 0n
  const mark = useDealMark({
    creator,
    recipient: recipient.address,
    offered: own.nfts,
    requested: friend.nfts,
    coins: { offeredWei: cost.payWei, requestedWei: wantedWei },
  })
  const anything = own.count + friend.count > 0
  return (
    <Slip
      title={emptyTableText.slip}
      note={anything ? tableText.draft(own.count, friend.count) : tableText.empty}
      mark={anything ? <DealMark path={mark} /> : null}
      total={anything ? <CostTotal cost={cost} /> : <TotalLine name={tableText.costLater} amount={noPrice} unit="" />}
      stub={
        <>
          {props.act}
          <p className="slip-fine" id={nextId} role="status">
            {nextFor(draft) ?? tableText.keeps(own.nfts.length, cost.payWei > 0n)}
          </p>
        </>
      }
    >
      <Expiration {...props} />
      {steps ?? (
        // Never cut: users must not sign below a partial list.
        <div className="deal-list" role="group" aria-label={slipListLabel}>
          <DealItems title={emptyTableText.give} nfts={own.nfts} wei={cost.payWei} letter="A" nothing={words.nothing} />
          <DealItems title={emptyTableText.get} nfts={friend.nfts} wei={wantedWei} letter="B" nothing={words.nothing} />
        </div>
      )}
      <Lines>
        <Line name={words.to}>
          {recipient.address ? (
            <>
              <Nickname of={recipient.address} />
              <ExplorerLink to={{ address: recipient.address }}>
                <WholeAddress address={recipient.address} />
              </ExplorerLink>
            </>
          ) : (
            tableText.noFriend
          )}
        </Line>
        <AmountLine name={words.youPay} amount={cost.payWei > 0n ? coinText(cost.payWei) : null} />
        <AmountLine name={words.youReceive} amount={wantedWei > 0n ? coinText(wantedWei) : null} />
      </Lines>
    </Slip>
  )
}

/** What the button waits for; null once nothing is missing. */
function nextFor({ own, friend, recipient }: Draft): string | null {
  const { next } = tableText
  if (recipient.state !== 'valid') return next.friend
  if (own.count === 0) return next.own
  return friend.count === 0 ? next.wanted : null
}

/** The total cost. Until the network fee is known, the text says that it is added. */
function CostTotal({ cost: { payWei, feeWei, feeAssumed, networkWei, symbol } }: { cost: DealCost }): ReactNode {
  const fee = formatCoin(feeWei)
  return (
    <TotalLine
      name={networkWei === null ? words.totalFeeOnly : words.total}
      amount={formatCoin(payWei + feeWei + (networkWei ?? 0n))}
      unit={symbol}
      parts={[
        [words.fee, feeAssumed ? `${fee} ${words.feeAssumed}` : fee],
        ...(networkWei === null ? [] : [[words.network, formatCoin(networkWei)] as const]),
      ]}
    />
  )
}

function Expiration({ draft, nowS, busy }: DealSlipProps): ReactNode {
  const { messages, durations } = usePortal()
  const until = tableText.until(shortDate(nowS + durationSeconds(draft.minutes)))
  return (
    <Select
      label={messages.expirationLabel}
      value={String(draft.minutes)}
      disabled={busy}
      choices={durationChoices
        .filter(({ minutes }) => durations.includes(minutes))
        .map(({ minutes, label }) => ({ value: String(minutes), label }))}
      onChange={(value) => draft.setMinutes(minutesFrom(value))}
      note={
        <>
          {until}
          {draft.minutes === 5 ? <span className="short-offer">{messages.shortOffer}</span> : null}
        </>
      }
    />
  )
}

function minutesFrom(value: string): DurationMinutes {
  return durationChoices.find((choice) => String(choice.minutes) === value)?.minutes ?? 1440
}

interface CreateActProps {
  /** Whether the draft is complete. If not, pressing says what is missing (decision S2). */
  readonly ready: boolean
  /** Creating is in progress. */
  readonly creating: boolean
  /** Another action is in progress. */
  readonly busy: boolean
  readonly onCreate: () => void
}

/** The slip's main button. */
export function CreateAct({ ready, creating, busy, onCreate }: CreateActProps): ReactNode {
  const messages = useMessages()
  return (
    <Button
      look="stamp"
      working={creating}
      disabled={busy && !creating}
      aria-disabled={!ready || undefined}
      aria-describedby={nextId}
      onClick={onCreate}
    >
      {creating ? messages.processing : messages.create}
    </Button>
  )
}
