import {
  type Address,
  type DeclineReason,
  declineReasons,
  maxNftsPerSide,
  type Nft,
  nftKey,
  type OfferId,
  readCoins,
} from '@parley/domain'
import { useMemo, useState, type ReactNode } from 'react'
import { formatEther } from 'viem/utils'
import { itemLabel } from '../../features/draft/useDraft.ts'
import { NftTray } from '../../features/holdings/NftTray.tsx'
import { useHoldings } from '../../features/holdings/useHoldings.ts'
import { useDescribed } from '../../features/offers/useDescribed.ts'
import type { HeldNft, TypedCoins } from '../../services/drafts.ts'
import { type OfferSide, useMessages } from '../../services/Portal.ts'
import { declineReasonText } from '../../text/agreement.lazy.ts'
import { frameText } from '../../text/frame.ts'
import { tableDialogText as words } from '../../text/table.lazy.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Empty, Note } from '../../ui/Note.tsx'
import { Perforation } from '../../ui/Slip.tsx'
import { FriendCoins, OwnCoins } from '../swap/CoinForm.lazy.tsx'
import { NoteField } from './TableTalk.tsx'

export type TableDialog =
  | { readonly kind: 'nfts' | 'coins'; readonly side: 'own' | 'other' }
  /** About the version that was on the slip when it was asked, not a newer one. */
  | { readonly kind: 'decline' | 'withdraw'; readonly version: number }
  | { readonly kind: 'leave' | 'block' | 'report' }

export interface TableDialogsProps {
  readonly open: TableDialog | null
  readonly onClose: () => void
  readonly viewer: Address
  readonly other: Address
  readonly who: string
  /** What lies on the table. */
  readonly own: { readonly nfts: readonly Nft[]; readonly wei: bigint }
  readonly theirs: { readonly nfts: readonly Nft[]; readonly wei: bigint }
  /** Which of a portal's collections each gives, by what the offer's creator does with them. */
  readonly shelves: Readonly<Record<'own' | 'other', OfferSide>>
  /** An offer that this table counters: what it holds in escrow counts as its creator's. */
  readonly counters: OfferId | null
  readonly onToggle: (side: 'own' | 'other', nft: Nft) => void
  readonly onCoins: (side: 'own' | 'other', wei: bigint) => void
  readonly onDecline: (version: number, reason: DeclineReason, text: string) => void
  readonly onWithdraw: (version: number) => void
  readonly onLeave: () => void
  readonly onBlock: () => void
  /** Resolves to a reference, or null if it was not taken. */
  readonly onReport: (text: string) => Promise<string | null>
}

/** The dialogs of a table: pickers, and questions before something is done. None is open while `open` is null. */
export default function TableDialogs(props: TableDialogsProps): ReactNode {
  const { open, onClose, who } = props
  if (!open) return null
  const shared = { open: true, onClose, closeLabel: frameText.close }
  switch (open.kind) {
    case 'nfts':
      return (
        <Dialog
          {...shared}
          shape="sheet"
          title={open.side === 'own' ? words.pickOwn : words.pickTheirs(who)}
          titleUnseen
        >
          <div className="table-picker">
            <NftPicker {...props} side={open.side} />
            <div className="table-picker-foot">
              <Button look="primary" sentence onClick={onClose}>
                {words.done}
              </Button>
            </div>
          </div>
        </Dialog>
      )
    case 'coins':
      return (
        <Dialog {...shared} title={open.side === 'own' ? words.coinsOwn : words.coinsTheirs(who)}>
          <CoinPicker {...props} side={open.side} />
        </Dialog>
      )
    case 'decline':
      return (
        <Dialog {...shared} title={words.decline}>
          <p>{words.declineText(who)}</p>
          <DeclineForm {...props} version={open.version} />
        </Dialog>
      )
    case 'report':
      return (
        <Dialog {...shared} title={words.report}>
          <p>{words.reportText}</p>
          <ReportForm {...props} />
        </Dialog>
      )
    case 'withdraw':
      return (
        <Confirm
          {...props}
          title={words.withdraw}
          text={words.withdrawText(who)}
          back={words.keepIt}
          onConfirm={() => props.onWithdraw(open.version)}
        />
      )
    case 'leave':
      return (
        <Confirm {...props} title={words.leave} text={words.leaveText} back={words.stay} onConfirm={props.onLeave} />
      )
    case 'block':
      return (
        <Confirm
          {...props}
          title={words.block(who)}
          text={words.blockText}
          back={words.dontBlock}
          onConfirm={props.onBlock}
        />
      )
  }
}

interface ConfirmProps extends TableDialogsProps {
  readonly title: string
  readonly text: string
  /** Of the button that does nothing. */
  readonly back: string
  readonly onConfirm: () => void
}

function Confirm({ title, text, back, onClose, onConfirm }: ConfirmProps): ReactNode {
  return (
    <Dialog open title={title} closeLabel={frameText.close} onClose={onClose}>
      <p>{text}</p>
      <Perforation />
      <div className="dialog-pair">
        <Button
          look="stamp"
          sentence
          onClick={() => {
            onClose()
            onConfirm()
          }}
        >
          {title.replace('?', '')}
        </Button>
        <Button sentence onClick={onClose}>
          {back}
        </Button>
      </div>
    </Dialog>
  )
}

type Sided = TableDialogsProps & { readonly side: 'own' | 'other' }

/** A picker of one person's NFTs. */
function NftPicker({ side, viewer, other, who, own, theirs, shelves, counters, onToggle }: Sided): ReactNode {
  const messages = useMessages()
  const isOwn = side === 'own'
  const read = useHoldings(isOwn ? viewer : other, shelves[side])
  const chosen = useDescribed(isOwn ? own.nfts : theirs.nfts)
  const holdings = useMemo(
    () => ({
      ...read,
      nfts: read.nfts.map((nft) => (nft.escrowedBy === counters ? { ...nft, escrowedBy: null } : nft)),
    }),
    [read, counters],
  )
  const isChosen = (nft: Nft) => chosen.some((one) => nftKey(one) === nftKey(nft))
  const addAll = (nfts: readonly HeldNft[]): void => {
    for (const nft of nfts.filter((one) => !isChosen(one)).slice(0, maxNftsPerSide - chosen.length)) onToggle(side, nft)
  }
  return (
    <NftTray
      title={isOwn ? words.pickOwn : words.pickTheirs(who)}
      holdings={holdings}
      chosen={chosen}
      itemLabel={(nft) => itemLabel(isOwn ? 'A' : 'B', chosen, nft)}
      onToggle={(nft) => onToggle(side, nft)}
      onChooseAll={addAll}
      empty={<Empty title={isOwn ? messages.ownEmpty : messages.friendEmpty} />}
    />
  )
}

function CoinPicker({ side, viewer, other, own, theirs, onCoins, onClose }: Sided): ReactNode {
  const isOwn = side === 'own'
  const { wei } = isOwn ? own : theirs
  const [text, setText] = useState(wei === 0n ? '' : formatEther(wei))
  const reading = readCoins(text)
  const coins: TypedCoins = { text, wei: 'wei' in reading ? reading.wei : null }
  const form = { coins, disabled: false, focused: true, onType: setText }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (coins.wei === null) return
        if (coins.wei !== wei) onCoins(side, coins.wei)
        onClose()
      }}
    >
      {isOwn ? (
        <OwnCoins address={viewer} nftCount={own.nfts.length + theirs.nfts.length} {...form} />
      ) : (
        <FriendCoins address={other} {...form} />
      )}
      <Perforation />
      <Button look="stamp" sentence type="submit" disabled={coins.wei === null}>
        {words.done}
      </Button>
    </form>
  )
}

function DeclineForm({ version, onDecline, onClose }: TableDialogsProps & { readonly version: number }): ReactNode {
  const [reason, setReason] = useState<DeclineReason>('not-for-me')
  const [text, setText] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onClose()
        onDecline(version, reason, text)
      }}
    >
      <fieldset className="decline-reasons">
        <legend className="caps">{words.why}</legend>
        {declineReasons.map((one) => (
          <label key={one}>
            <input type="radio" name="reason" checked={one === reason} onChange={() => setReason(one)} />
            {declineReasonText[one]}
          </label>
        ))}
      </fieldset>
      <NoteField label={words.words} place="" text={text} onText={setText} />
      <Perforation />
      <div className="dialog-pair">
        <Button look="stamp" sentence type="submit" disabled={reason === 'own-words' && text.trim() === ''}>
          {words.decline.replace('?', '')}
        </Button>
        <Button sentence onClick={onClose}>
          {words.keepIt}
        </Button>
      </div>
    </form>
  )
}

function ReportForm({ onReport, onClose }: TableDialogsProps): ReactNode {
  const [text, setText] = useState('')
  const [reference, setReference] = useState<string | null>(null)
  const [state, setState] = useState<'typing' | 'sending' | 'failed'>('typing')
  const send = async (): Promise<void> => {
    setState('sending')
    const taken = await onReport(text)
    setReference(taken)
    setState(taken === null ? 'failed' : 'typing')
  }
  if (reference !== null) {
    return (
      <>
        <p role="status">{words.reported(reference)}</p>
        <Perforation />
        <Button look="stamp" sentence onClick={onClose}>
          {words.done}
        </Button>
      </>
    )
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <NoteField label={words.reportLabel} place="" text={text} onText={setText} />
      {state === 'failed' ? (
        <Note tone="bad" role="alert">
          {words.notReported}
        </Note>
      ) : null}
      <Perforation />
      <Button look="stamp" sentence type="submit" working={state === 'sending'} disabled={text.trim() === ''}>
        {words.sendReport}
      </Button>
    </form>
  )
}
