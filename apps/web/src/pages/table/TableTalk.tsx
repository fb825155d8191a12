import { type Address, otherSeat, type Seat, type TableDeal, textRisks } from '@parley/domain'
import type { WireEntry } from '@parley/protocol'
import { useMemo, useRef, useState, type ReactNode } from 'react'
import { declineWords } from '../../text/agreement.lazy.ts'
import { useSession } from '../../services/Session.ts'
import { useDealMark } from '../../services/useDealMark.ts'
import { tableLogText as words, tableSlipText } from '../../text/table.lazy.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { DealMark } from '../../ui/DealMark.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { NoteField } from '../agreement/NoteField.tsx'
import { changeWords, dealWords } from './changeWords.ts'
import { foldLog, type LogLine, type VersionLine } from './foldLog.ts'
import { clockTime } from './tableTime.ts'

export interface TablePeople {
  readonly me: Seat
  readonly seats: Readonly<Record<Seat, Address>>
  /** What the page calls the other person. */
  readonly who: string
  /** Who locks it in: the creator of the offer to come. */
  readonly locker: Seat
}

interface TableLogProps extends TablePeople {
  readonly log: readonly WireEntry[]
  /** Unix seconds. */
  readonly nowS: number
}

/** The record of a table, newest line first. */
export function TableLog({ log, nowS, ...people }: TableLogProps): ReactNode {
  const lines = useMemo(() => foldLog(log), [log])
  const versions = log.filter(({ kind }) => kind === 'version').length
  const newest = lines.find(({ kind }) => kind === 'version')?.n
  return (
    <section className="table-log" aria-label={words.title}>
      <div className="table-log-head">
        <h2>{words.title}</h2>
        <span className="num">{words.versions(versions)}</span>
      </div>
      {lines.length === 0 ? <p className="muted">{words.empty}</p> : null}
      <ol>
        {lines.map((line) =>
          line.kind === 'version' ? (
            <VersionRow key={line.n} line={line} isOld={line.n !== newest} nowS={nowS} {...people} />
          ) : (
            <EntryRow key={line.n} line={line} nowS={nowS} {...people} />
          ),
        )}
      </ol>
    </section>
  )
}

type Row<L> = TablePeople & { readonly line: L; readonly nowS: number }

function VersionRow({ line, isOld, nowS, me, seats, who, locker }: Row<VersionLine> & { isOld: boolean }): ReactNode {
  const { formatter } = useSession()
  const naming = { formatter, me, who }
  const author = line.by === me ? words.you : who
  return (
    <li className={isOld ? 'log-version log-old' : 'log-version'}>
      <Avatar seed={seats[line.by]} sizePx={32} />
      <div>
        <p>
          <b>{words[line.how](author)}</b> <Moment atS={line.at} nowS={nowS} />
        </p>
        <p className="log-changes num">
          {line.changes
            ? changeWords(line.changes, line.by, naming).map(({ sign, text }) => (
                <span key={`${sign}${text}`}>
                  {sign ? <b>{sign} </b> : null}
                  {text}
                </span>
              ))
            : dealWords(line.deal, line.by, naming)}
        </p>
        <Words text={line.note} />
      </div>
      <div className="log-band">
        <DealMark path={useMark(line.deal, { seats, locker })} />
        <span>{tableSlipText.version(line.version)}</span>
      </div>
    </li>
  )
}

/** The band of a deal, as the offer that locks it in will have it. */
export function useMark(deal: TableDeal, { seats, locker }: Pick<TablePeople, 'seats' | 'locker'>): string {
  const other = otherSeat(locker)
  return useDealMark({
    creator: seats[locker],
    recipient: seats[other],
    offered: deal[locker].nfts,
    requested: deal[other].nfts,
    coins: { offeredWei: deal[locker].wei, requestedWei: deal[other].wei },
  })
}

function EntryRow({ line: { entry }, nowS, me, seats, who }: Row<Extract<LogLine, { kind: 'entry' }>>): ReactNode {
  const author = entry.by === me ? words.you : who
  if (entry.kind === 'note') {
    return (
      <li className="log-version">
        <Avatar seed={seats[entry.by]} sizePx={32} />
        <div className="log-wide">
          <p>
            <b>{author}</b> <Moment atS={entry.at} nowS={nowS} />
          </p>
          <Words text={entry.text} />
        </div>
      </li>
    )
  }
  return (
    <li className="log-entry">
      <Avatar seed={seats[entry.by]} sizePx={24} />
      <div>
        <p>
          {entryWords(entry, author, me, who)} <Moment atS={entry.at} nowS={nowS} />
        </p>
        {entry.kind === 'declined' ? <Risks text={entry.text} /> : null}
      </div>
    </li>
  )
}

type Entry = Exclude<WireEntry, { kind: 'version' | 'note' }>

function entryWords(entry: Entry, author: string, me: Seat, who: string): string {
  switch (entry.kind) {
    case 'ready':
      return words.ready(author, entry.version)
    case 'unready':
      return words.unready(author, entry.version)
    case 'agreed':
      return words.agreed(entry.version)
    case 'withdrawn':
      return words.withdrawn(author, entry.version)
    case 'declined':
      return words.declined(author, entry.version, declineWords(entry))
    case 'locker':
      return words.locker(entry.locker === me ? words.you : who)
    case 'locked':
      return words.locked(author, entry.version)
    case 'left':
      return words.left(author)
  }
}

/** A person's text. It is plain, so addresses in it are no links. */
export function Words({ text }: { readonly text: string }): ReactNode {
  if (text === '') return null
  return (
    <>
      <q className="log-words">{text}</q>
      <Risks text={text} />
    </>
  )
}

/** A warning below a text that asks for a secret, or leads elsewhere (decision N7). */
function Risks({ text }: { readonly text: string }): ReactNode {
  const risks = textRisks(text, window.location.hostname)
  return risks.map((risk) => (
    <p key={risk} className="text-risk">
      <Icon name="warning" />
      {words.risks[risk]}
    </p>
  ))
}

function Moment({ atS, nowS }: { readonly atS: number; readonly nowS: number }): ReactNode {
  return (
    <time className="num" dateTime={new Date(atS * 1000).toISOString()}>
      {clockTime(atS, nowS)}
    </time>
  )
}

interface SaySomethingProps {
  readonly who: string
  readonly isOpen: boolean
  readonly busy: boolean
  /** Unsent text from before a reload or a new sign-in. */
  readonly kept: string
  readonly onType: (text: string) => void
  /** Resolves to whether it was sent; otherwise the text stays. */
  readonly onSay: (text: string) => Promise<boolean>
  /** Below. */
  readonly children?: ReactNode
}

/** Notes to the other person, and who can read them. */
export function SaySomething({ who, isOpen, busy, kept, onType, onSay, children }: SaySomethingProps): ReactNode {
  const [text, setText] = useState(kept)
  const newest = useRef(kept)
  const type = (typed: string): void => {
    newest.current = typed
    setText(typed)
    onType(typed)
  }
  const send = async (): Promise<void> => {
    // Text typed while sending stays.
    if (text.trim() !== '' && (await onSay(text)) && newest.current === text) type('')
  }
  return (
    <aside className="table-say" aria-label={isOpen ? words.say : words.about}>
      <h2>{isOpen ? words.say : words.about}</h2>
      {isOpen ? (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            void send()
          }}
        >
          <NoteField label={words.noteTo(who)} place={words.notePlace(who)} text={text} onText={type}>
            <Button sentence type="submit" working={busy} disabled={text.trim() === ''}>
              {words.send}
            </Button>
          </NoteField>
        </form>
      ) : null}
      <ul className="table-facts">
        <li>
          <Icon name="eye" />
          {words.onlyTwo(who)}
        </li>
        <li>
          <Icon name="lock" />
          {words.noSecrets}
        </li>
      </ul>
      {children}
    </aside>
  )
}
