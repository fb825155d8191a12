import type { Address } from '@parley/domain'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { useSession } from '../../services/Session.ts'
import { escrowText } from '../../text/escrow.lazy.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { isTracked, type QueueRow } from './homeQueue.ts'
import type { BringHome } from './useBringHome.ts'

const words = escrowText.queue

/** What became of each thing on its way home, and how to go on. Stays after a reload until it is put away. */
export default function QueueBox({ home, account }: { home: BringHome; account: Address }): ReactNode {
  const session = useSession()
  // Redraws when a transaction that an earlier page sent has ended.
  useStore(session.transactions.of(account))
  const { rows } = home.queue
  if (rows.length === 0) return null
  const waiting = rows.filter(({ state }) => state === 'waiting').length
  const done = rows.filter(({ state }) => state === 'done').length
  const idle = home.state === 'idle'
  return (
    <section className="home-queue" aria-label={words.title}>
      <div className="home-queue-head">
        <h2>{words.title}</h2>
        <span className="num" role="status">
          {words.sum(done, rows.length)}
        </span>
      </div>
      <ol>
        {rows.map((row) => (
          <Row key={row.key} row={row} isTracked={isTracked(session, account, row.key)} />
        ))}
      </ol>
      <div className="home-queue-acts">
        <p role="status">
          {home.state === 'elsewhere' ? words.elsewhere : idle ? (waiting > 0 ? words.paused : words.finished) : ''}
        </p>
        {idle && waiting > 0 ? (
          <Button look="primary" sentence onClick={home.goOn}>
            {words.goOn(waiting)}
          </Button>
        ) : null}
        {home.state === 'working' && waiting > 0 ? (
          <Button sentence onClick={home.stop}>
            {words.stop}
          </Button>
        ) : null}
        {idle ? (
          <Button look="quiet" sentence onClick={home.clear}>
            {words.close}
          </Button>
        ) : null}
      </div>
    </section>
  )
}

const icons = { waiting: 'clock', running: 'clock', done: 'checkCircle', failed: 'failed' } as const satisfies Record<
  QueueRow['state'],
  IconName
>

function Row({ row, isTracked: underWay }: { row: QueueRow; isTracked: boolean }): ReactNode {
  const { title, state, text } = row
  const said = state === 'waiting' && underWay ? words.underWay : text
  return (
    <li className={`home-row home-row-${state}`}>
      {state === 'running' ? <span className="btn-spin" aria-hidden="true" /> : <Icon name={icons[state]} />}
      <div>
        <b>{title}</b>
        <span>{state === 'failed' && said ? said : [stateWords(state), said].filter(Boolean).join('. ')}</span>
      </div>
    </li>
  )
}

function stateWords(state: QueueRow['state']): string {
  return { waiting: words.waiting, running: words.running, done: words.done, failed: '' }[state]
}
