import {
  type Address,
  dealOfOffer,
  defaultDurationMinutes,
  type DurationMinutes,
  type Nft,
  type Offer,
  otherSeat,
  readCoins,
  sameAddress,
  type Seat,
  type TableDeal,
} from '@parley/domain'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { useOffer } from '../../features/offers/useOffer.ts'
import { readRecipient } from '../../services/drafts.ts'
import { people } from '../../services/people.tsx'
import { collectionsOn, usePortal } from '../../services/Portal.ts'
import { useSession } from '../../services/Session.ts'
import { holdsAll, linkWith, readTableLink } from '../../services/tableLink.ts'
import { useIsComparable } from '../../services/useIsComparable.ts'
import { tablePageText as words, tableProblemText } from '../../text/table.lazy.ts'
import { lazyOnIdle } from '../../ui/lazy.ts'
import { navigate } from '../../ui/navigation.ts'
import { FirstVersion, isBare, me } from './FirstVersion.tsx'
import { BackToTables, NoTable } from './TableHead.tsx'

const LookAlikeStop = lazyOnIdle(async () => ({
  default: (await import('../../features/contacts/contactParts.lazy.ts')).LookAlikeStop,
}))

/** A table that only the viewer sees, until they propose its first version. */
export function NewTable({ viewer, search }: { viewer: Address; search: string }): ReactNode {
  const counters = new URLSearchParams(search).get('counters')
  return counters === null ? (
    <LinkedTable viewer={viewer} search={search} />
  ) : (
    <CounterTable viewer={viewer} idText={counters} draftId={`new${search}`} />
  )
}

/** What a link lays on it: the words of a link to the swap page, and `pay` and `ask` for coins. */
function LinkedTable({ viewer, search }: { viewer: Address; search: string }): ReactNode {
  const { config, chain } = useSession()
  const portal = usePortal()
  const [start] = useState(() => {
    const query = new URLSearchParams(search)
    const reading = readTableLink(search, {
      own: collectionsOn(portal, 'offered', config.collections),
      friend: collectionsOn(portal, 'requested', config.collections),
    })
    const link = 'link' in reading ? reading.link : null
    const deal: TableDeal = {
      opener: { nfts: (link?.give ?? []).map(bare), wei: coinsIn(query.get('pay')) },
      guest: { nfts: (link?.want ?? []).map(bare), wei: coinsIn(query.get('ask')) },
      durationMinutes: minutesIn(query.get('minutes'), portal.durations),
    }
    return { deal, recipient: readRecipient(query.get('to') ?? '', viewer, config) }
  })
  const { recipient, deal } = start
  if ('problem' in recipient) return <NoTable title={tableProblemText.notFound} text={tableProblemText.badAddress} />
  const hasTerms = !isBare(deal)
  const pathWith = async (known: Address): Promise<string> =>
    linkWith(search, known, await holdsAll(chain, deal.guest.nfts, known))
  return (
    <AddressGate viewer={viewer} address={recipient.address} hasTerms={hasTerms} pathWith={pathWith}>
      <FirstVersion viewer={viewer} other={recipient.address} start={deal} counters={null} draftId={`new${search}`} />
    </AddressGate>
  )
}

interface AddressGateProps {
  readonly viewer: Address
  readonly address: Address
  /** The link lays something on the table. */
  readonly hasTerms: boolean
  /** The table with a known address instead. */
  readonly pathWith: (known: Address) => Promise<string>
  readonly children: ReactNode
}

/** Shows no board for burn addresses, or for look-alikes until they are compared (decision I5). */
function AddressGate(props: AddressGateProps): ReactNode {
  const { viewer, address, hasTerms, pathWith, children } = props
  const held = useStore(people, (now) => now.holds(address))
  const isComparable = useIsComparable(viewer)
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  if (held === 'invalid') return <NoTable title={tableProblemText.notFound} text={tableProblemText.badAddress} />
  if (held === 'stopped') {
    return (
      <div className="no-offer">
        <BackToTables />
        <LookAlikeStop
          level="h1"
          address={address}
          onKnown={(known) =>
            void pathWith(known).then((path) => {
              // The visitor may have gone elsewhere while the chain was read.
              if (isShown.current) navigate(path)
            })
          }
        />
        {hasTerms ? <p className="muted">{words.linkTerms}</p> : null}
      </div>
    )
  }
  if (isComparable) return children
  return (
    <p className="setting" role="status">
      {words.loading}
    </p>
  )
}

/** The terms of an offer in escrow, to be changed (decision N4). */
function CounterTable({ viewer, idText, draftId }: { viewer: Address; idText: string; draftId: string }): ReactNode {
  const { offer, status, refresh } = useOffer(idText)
  const other = offer && partyBeside(offer, viewer)
  if (offer && other) {
    const creator: Seat = other.isCreator ? otherSeat(me) : me
    const start = dealOfOffer(offer, creator)
    return <FirstVersion viewer={viewer} other={other.address} start={start} counters={offer} draftId={draftId} />
  }
  if (status === 'loading') {
    return (
      <p className="setting" role="status">
        {words.loading}
      </p>
    )
  }
  const isFailed = status === 'failed'
  return (
    <NoTable
      title={isFailed ? tableProblemText.failed : tableProblemText.notFound}
      text={isFailed ? tableProblemText.failedText : tableProblemText.badOffer}
      {...(isFailed && { onRetry: () => void refresh() })}
    />
  )
}

function partyBeside({ creator, recipient }: Offer, viewer: Address) {
  if (sameAddress(creator, viewer)) return { address: recipient, isCreator: false }
  return sameAddress(recipient, viewer) ? { address: creator, isCreator: true } : null
}

function coinsIn(text: string | null): bigint {
  const coins = readCoins(text ?? '')
  return 'wei' in coins ? coins.wei : 0n
}

function minutesIn(text: string | null, durations: readonly DurationMinutes[]): DurationMinutes {
  const asked = durations.find((minutes) => String(minutes) === text)
  if (asked !== undefined) return asked
  return durations.includes(defaultDurationMinutes) ? defaultDurationMinutes : (durations[0] ?? defaultDurationMinutes)
}

function bare({ contract, tokenId }: Nft): Nft {
  return { contract, tokenId }
}
