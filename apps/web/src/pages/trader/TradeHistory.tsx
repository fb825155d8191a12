import {
  type Address,
  historyOutcomes,
  type Offer,
  outcomeOf,
  roleIn,
  sameAddress,
  statusOf,
  tradeRoles,
} from '@parley/domain'
import { historyCsvPath, type HistoryQuery } from '@parley/protocol'
import { useState, type ReactNode } from 'react'
import { OfferListFrame } from '../../features/offers/OfferListFrame.tsx'
import { useChainTimeS } from '../../services/chainTime.ts'
import { addressIn } from '../../services/drafts.ts'
import { useSession } from '../../services/Session.ts'
import { traderPath } from './addresses.ts'
import { type PagedOffers, useTradeHistory } from './traders.ts'
import { useAccount } from '../../services/walletConnection.ts'
import { useWho } from '../../services/useWho.ts'
import { historyText as words } from '../../text/trader.lazy.ts'
import { buttonClass, Button } from '../../ui/Button.tsx'
import { ExplorerLink } from '../../services/ExplorerLink.tsx'
import { WholeAddress } from '../../ui/Address.tsx'
import { HexText } from '../../ui/HexText.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Link } from '../../ui/Link.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { LoadMore, TradeDay, TradeSides } from './TraderLists.tsx'

/** The filter as the page's address and its fields have it. Empty: everything. */
interface HistoryFields {
  readonly outcome: string
  readonly role: string
  readonly collection: string
  readonly with: string
  /** Local days, `2026-11-23`. */
  readonly from: string
  readonly until: string
}

const fieldNames = ['outcome', 'role', 'collection', 'with', 'from', 'until'] as const

/** A wallet's whole history, with a filter that its address keeps, and as a file. */
export function TradeHistory({ address }: { readonly address: Address }): ReactNode {
  const account = useAccount()
  const isOwn = account !== null && sameAddress(account, address)
  const who = useWho(address)
  const [fields, setFields] = useState(() => readFields(window.location.search))
  const query = toQuery(fields)
  const list = useTradeHistory(address, query)
  const isFiltered = Object.keys(query).length > 0
  const change = (next: HistoryFields): void => {
    setFields(next)
    window.history.replaceState(window.history.state, '', `/trader/${address}/history${searchOf(next)}`)
  }
  return (
    <>
      <div className="intro trader-intro">
        <div>
          <Link className="back" href={traderPath(address)}>
            <Icon name="left" />
            {isOwn ? words.backOwn : words.back(who)}
          </Link>
          <h1>{isOwn ? words.own : <HexText>{words.title(who)}</HexText>}</h1>
          <p className="trader-address">
            <ExplorerLink to={{ address }}>
              <WholeAddress address={address} />
            </ExplorerLink>
          </p>
          <p>{words.lead}</p>
        </div>
        <div className="intro-state">
          <a className={buttonClass('primary', true)} href={historyCsvPath(address, query)} download>
            {words.csv}
          </a>
        </div>
      </div>
      <HistoryFilterForm fields={fields} isFiltered={isFiltered} onChange={change} />
      <p className="muted trader-csv-note">{words.csvNote}</p>
      <HistoryList address={address} list={list} isFiltered={isFiltered} />
    </>
  )
}

interface FilterFormProps {
  readonly fields: HistoryFields
  readonly isFiltered: boolean
  readonly onChange: (fields: HistoryFields) => void
}

function HistoryFilterForm({ fields, isFiltered, onChange }: FilterFormProps): ReactNode {
  const { collections } = useSession().config
  const set = (name: keyof HistoryFields) => (value: string) => onChange({ ...fields, [name]: value })
  const isBadPerson = fields.with.trim() !== '' && addressIn(fields.with) === null
  return (
    <form className="history-filter" aria-label={words.filter} onSubmit={(event) => event.preventDefault()}>
      <Select
        label={words.outcome}
        value={fields.outcome}
        choices={[
          { value: '', label: words.outcomes.all },
          ...historyOutcomes.map((value) => ({ value, label: words.outcomes[value] })),
        ]}
        onChange={set('outcome')}
      />
      <Select
        label={words.role}
        value={fields.role}
        choices={[
          { value: '', label: words.roles.all },
          ...tradeRoles.map((value) => ({ value, label: words.roles[value] })),
        ]}
        onChange={set('role')}
      />
      <Select
        label={words.collection}
        value={fields.collection}
        choices={[
          { value: '', label: words.allCollections },
          ...collections.map((row) => ({ value: row.address, label: row.name })),
        ]}
        onChange={set('collection')}
      />
      <div className="history-person">
        <TextField
          label={words.person}
          value={fields.with}
          placeholder={words.personPlace}
          spellCheck={false}
          autoCapitalize="off"
          invalid={isBadPerson}
          describedBy={isBadPerson ? 'history-person-problem' : undefined}
          onChange={(event) => set('with')(event.target.value)}
        />
        {isBadPerson ? (
          <p className="field-problem" id="history-person-problem">
            {words.badPerson}
          </p>
        ) : null}
      </div>
      <TextField
        label={words.from}
        type="date"
        value={fields.from}
        max={fields.until || undefined}
        onChange={(event) => set('from')(event.target.value)}
      />
      <TextField
        label={words.until}
        type="date"
        value={fields.until}
        min={fields.from || undefined}
        onChange={(event) => set('until')(event.target.value)}
      />
      {isFiltered || isBadPerson ? (
        <Button look="quiet" sentence onClick={() => onChange(readFields(''))}>
          {words.clear}
        </Button>
      ) : null}
    </form>
  )
}

interface HistoryListProps {
  readonly address: Address
  readonly list: PagedOffers
  readonly isFiltered: boolean
}

function HistoryList({ address, list, isFiltered }: HistoryListProps): ReactNode {
  const nowS = useChainTimeS()
  return (
    <section className="trade-history" aria-label={words.pageTitle}>
      <OfferListFrame
        list={list}
        emptyText={list.hasMore ? words.partial : words.empty}
        emptyHint={list.hasMore ? '' : isFiltered ? words.emptyText : words.noneText}
      >
        <ul className="trade-rows">
          {list.offers.map((offer) => (
            <li key={offer.id}>
              <TradeSides offer={offer} wallet={address} />
              <p className="trade-state">
                <Stamp offer={offer} nowS={nowS} />
                <small className="muted">{words.roles[roleIn(offer, address)]}</small>
              </p>
              <TradeDay offer={offer} wallet={address} />
            </li>
          ))}
        </ul>
      </OfferListFrame>
      {list.hasMore ? <LoadMore list={list} label={list.offers.length === 0 ? words.lookFurther : words.more} /> : null}
    </section>
  )
}

const stampClasses = {
  open: 'rubber-stamp-plain',
  completed: 'rubber-stamp-ok',
  cancelled: 'rubber-stamp-plain',
  returned: '',
  expired: '',
} as const

function Stamp({ offer, nowS }: { readonly offer: Offer; readonly nowS: number }): ReactNode {
  const status = outcomeOf(offer) ?? statusOf(offer, nowS)
  const key = status === 'active' ? 'open' : status
  return <span className={`rubber-stamp ${stampClasses[key]}`}>{words.stamps[key]}</span>
}

function readFields(search: string): HistoryFields {
  const asked = new URLSearchParams(search)
  const of = (name: keyof HistoryFields): string => asked.get(name) ?? ''
  return {
    outcome: of('outcome'),
    role: of('role'),
    collection: of('collection'),
    with: of('with'),
    from: of('from'),
    until: of('until'),
  }
}

function searchOf(fields: HistoryFields): string {
  const search = new URLSearchParams()
  for (const name of fieldNames) if (fields[name] !== '') search.set(name, fields[name])
  return search.size > 0 ? `?${search}` : ''
}

/** What the server is asked for. A field that says nothing that exists is left out. */
function toQuery(fields: HistoryFields): HistoryQuery {
  const outcome = historyOutcomes.find((one) => one === fields.outcome)
  const role = tradeRoles.find((one) => one === fields.role)
  const collection = addressIn(fields.collection)
  const other = addressIn(fields.with)
  const fromS = localDayS(fields.from, 0)
  const toS = localDayS(fields.until, 1)
  return {
    ...(outcome && { outcome }),
    ...(role && { role }),
    ...(collection && { collection }),
    ...(other && { with: other }),
    ...(fromS !== null && { from: String(fromS) }),
    ...(toS !== null && { to: String(toS) }),
  }
}

/** Where a local day begins, or one some days later: unix seconds; null for no day. */
function localDayS(day: string, later: number): number | null {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? []
  if (year === undefined || month === undefined || date === undefined) return null
  const startMs = new Date(Number(year), Number(month) - 1, Number(date) + later).getTime()
  return startMs > 0 ? Math.floor(startMs / 1000) : null
}
