import './TradeList.css'
import { type ReactNode, useState } from 'react'
import { statsCsvPath } from '@parley/protocol'
import { statsText } from '../../text/stats.ts'
import { frameText } from '../../text/frame.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Empty, Note } from '../../ui/Note.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Select } from '../../ui/Select.tsx'
import { TradeRow } from './TradeRow.tsx'
import { useTrades, type TradesView, type TradeSort } from './useStats.ts'

const newestFirst: TradesView = { page: 1, sort: 'timestamp', order: 'desc' }

/** Trades of the last seven days: sorted and paged by the server, with a CSV download. */
export function TradeList(): ReactNode {
  const [view, setView] = useState<TradesView>(newestFirst)
  const trades = useTrades(view)
  const { data } = trades
  const sortBy = (sort: TradeSort, order: TradesView['order']) => setView({ page: 1, sort, order })
  return (
    <section className="trades" aria-labelledby="trades-title">
      <div className="trades-head">
        <div>
          <h2 id="trades-title">{statsText.list}</h2>
          <p className="muted num" role="status">
            {trades.isError ? '' : countWords(data?.total)}
          </p>
        </div>
        {data && data.total > 0 ? (
          <a className={buttonClass('outline', true)} href={statsCsvPath} download>
            {statsText.csv}
          </a>
        ) : null}
      </div>
      {trades.isError ? (
        <Note
          tone="bad"
          role="alert"
          action={
            <Button sentence working={trades.isFetching} onClick={() => void trades.refetch()}>
              {frameText.tryAgain}
            </Button>
          }
        >
          {statsText.listFailed}
        </Note>
      ) : null}
      {data?.total === 0 ? <Empty title={statsText.listEmpty}>{statsText.listEmptyText}</Empty> : null}
      {data && data.total > 0 ? (
        <>
          <SortSelect view={view} onSort={sortBy} />
          <div className="trade-scroll">
            <table className="trade-table" aria-busy={trades.isPlaceholderData}>
              <caption className="unseen">{statsText.list}</caption>
              <Head view={view} onSort={sortBy} />
              <tbody>
                {data.trades.map((trade) => (
                  <TradeRow key={trade.offerId} wire={trade} />
                ))}
              </tbody>
            </table>
          </div>
          <Pager page={data.page} pages={data.pages} onPage={(page) => setView({ ...view, page })} />
        </>
      ) : null}
    </section>
  )
}

/** The count; omitted if zero, since the empty state below says so. */
function countWords(total: number | undefined): string {
  if (total === undefined) return frameText.loading
  return total === 0 ? '' : statsText.listCount(total)
}

interface SortProps {
  readonly view: TradesView
  readonly onSort: (sort: TradeSort, order: TradesView['order']) => void
}

const { columns } = statsText

function Head({ view, onSort }: SortProps): ReactNode {
  const column = (sort: TradeSort, label: string) => <SortHead sort={sort} label={label} view={view} onSort={onSort} />
  return (
    <thead>
      <tr>
        <th scope="col">{columns.offer}</th>
        {column('offered', columns.offered)}
        {column('requested', columns.requested)}
        {column('creator', columns.creator)}
        {column('acceptor', columns.acceptor)}
        {column('timestamp', columns.timestamp)}
        {column('status', columns.status)}
        <th scope="col">{columns.explorer}</th>
      </tr>
    </thead>
  )
}

function SortHead({ sort, label, view, onSort }: SortProps & { sort: TradeSort; label: string }): ReactNode {
  const chosen = view.sort === sort
  // Times sort newest first, everything else ascending.
  const first = sort === 'timestamp' ? 'desc' : 'asc'
  const next = chosen && view.order === first ? other(first) : first
  return (
    <th scope="col" aria-sort={chosen ? (view.order === 'asc' ? 'ascending' : 'descending') : undefined}>
      <button type="button" className="sort-button" onClick={() => onSort(sort, next)}>
        {label}
        {chosen ? <Icon name={view.order === 'asc' ? 'up' : 'down'} /> : null}
      </button>
    </th>
  )
}

function other(order: TradesView['order']): TradesView['order'] {
  return order === 'asc' ? 'desc' : 'asc'
}

const choices: readonly { readonly value: `${TradeSort} ${TradesView['order']}`; readonly label: string }[] = [
  { value: 'timestamp desc', label: statsText.newest },
  { value: 'timestamp asc', label: statsText.oldest },
  { value: 'status asc', label: statsText.statusUp },
  { value: 'creator asc', label: statsText.creatorUp },
  { value: 'acceptor asc', label: statsText.acceptorUp },
  { value: 'offered asc', label: statsText.offeredUp },
  { value: 'requested asc', label: statsText.requestedUp },
]

/** Sort control for phones, where rows are cards without a header. */
function SortSelect({ view, onSort }: SortProps): ReactNode {
  return (
    <div className="trade-sort">
      <Select
        label={statsText.sortBy}
        value={`${view.sort} ${view.order}`}
        choices={choices}
        onChange={(value) => {
          const chosen = choices.find((choice) => choice.value === value)
          const [sort, order] = splitChoice(chosen?.value ?? 'timestamp desc')
          onSort(sort, order)
        }}
      />
    </div>
  )
}

function splitChoice(value: string): [TradeSort, TradesView['order']] {
  const sorts: readonly TradeSort[] = ['timestamp', 'status', 'creator', 'acceptor', 'offered', 'requested']
  const [name, order] = value.split(' ')
  return [sorts.find((sort) => sort === name) ?? 'timestamp', order === 'asc' ? 'asc' : 'desc']
}

interface PagerProps {
  readonly page: number
  readonly pages: number
  readonly onPage: (page: number) => void
}

/** Pagination; renders nothing for a single page. */
export function Pager({ page, pages, onPage }: PagerProps): ReactNode {
  if (pages <= 1) return null
  return (
    <nav className="pager" aria-label={statsText.list}>
      <Button sentence icon="left" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {statsText.previous}
      </Button>
      <span className="num" role="status">
        {statsText.pageOf(page, pages)}
      </span>
      <Button sentence disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {statsText.next}
      </Button>
    </nav>
  )
}
