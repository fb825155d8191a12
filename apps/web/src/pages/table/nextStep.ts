import { otherSeat, type Seat } from '@parley/domain'
import type { TableHead } from '@parley/protocol'
import { tableSlipText as words } from '../../text/table.lazy.ts'
import { lockedBy, type TablePhase } from './tablePhase.ts'

/** Something to do at a table. */
export type TableAct =
  | 'propose'
  | 'ready'
  | 'unready'
  | 'edit'
  | 'drop'
  | 'lay-on-top'
  | 'see-newest'
  | 'see-mine'
  | 'decline'
  | 'withdraw'
  | 'lock'
  | 'let-them'
  | 'see-offer'
  | 'new-table'
  | 'unblock'

export interface StepButton {
  readonly label: string
  /** Null while the button rests. */
  readonly act: TableAct | null
}

/** The viewer's main action, the others, and a line on what the main one does not do. */
export interface NextStep {
  /** Null until it is known which one it is. */
  readonly primary: StepButton | null
  readonly also: readonly StepButton[]
  readonly fine: string | null
}

const counter: StepButton = { label: words.counter, act: 'edit' }
const change: StepButton = { label: words.change, act: 'edit' }
const decline: StepButton = { label: words.decline, act: 'decline' }
const withdraw: StepButton = { label: words.withdraw, act: 'withdraw' }

interface StepSight {
  readonly phase: TablePhase
  readonly me: Seat
  readonly who: string
  /** Null before the table is opened. */
  readonly table: Pick<TableHead, 'version' | 'counters' | 'lock' | 'locker'> | null
  /** The viewer blocks the other person, so neither can open another table. Null until it is known. */
  readonly isBlocked?: boolean | null
  /** Beside a draft that was overtaken, the newest version is on the board instead. */
  readonly seesNewest?: boolean
  /** Something of the deal has left its wallet, so the deal can't be locked in as it is. */
  readonly hasMoved?: boolean
}

export function nextStep(sight: StepSight): NextStep {
  const { phase, me, who, table, isBlocked = false, seesNewest = false, hasMoved = false } = sight
  const isMine = table?.version.by === me
  const [edit, refuse] = isMine ? [change, withdraw] : [counter, decline]
  const answers = [edit, refuse]
  switch (phase) {
    case 'draft':
      return {
        primary: { label: isMine || !table ? words.propose : words.counter, act: 'propose' },
        also: table ? [{ label: words.drop, act: 'drop' }] : [],
        fine: words.proposeFine(who),
      }
    case 'stale':
      return {
        primary: { label: words.layOnTop, act: 'lay-on-top' },
        also: [
          seesNewest
            ? { label: words.seeMine, act: 'see-mine' }
            : { label: isMine ? words.seeVersion(table.version.number) : words.seeTheirs, act: 'see-newest' },
          { label: words.dropMine, act: 'drop' },
        ],
        fine: null,
      }
    case 'changed':
      return { primary: { label: words.changed, act: null }, also: [counter, decline], fine: words.readyFine }
    case 'incomplete':
      return { primary: { label: words.incomplete, act: null }, also: answers, fine: words.incompleteFine }
    case 'answer': {
      const ready: StepButton = { label: words.ready, act: 'ready' }
      // It may come back, so being ready stays possible.
      return hasMoved
        ? { primary: edit, also: [ready, refuse], fine: words.readyFine }
        : { primary: ready, also: answers, fine: words.readyFine }
    }
    case 'waiting':
      return {
        primary: { label: words.waiting(who), act: null },
        also: isMine ? answers : [counter, { label: words.unready, act: 'unready' }],
        fine: words.waitingFine,
      }
    case 'lock':
      return {
        primary: { label: words.lock, act: 'lock' },
        also: [change, ...(table?.counters === null ? [{ label: words.letThem, act: 'let-them' as const }] : [])],
        // The stub for locking in says what it does.
        fine: null,
      }
    case 'their-lock':
      return {
        primary: { label: words.waiting(who), act: null },
        also: [change],
        fine: table?.counters === null ? words.theirLockFine(who) : words.theirLockOnly(who),
      }
    case 'locked':
      return {
        primary: {
          label: table && lockedBy(table) === otherSeat(me) ? words.accept : words.seeOffer,
          act: 'see-offer',
        },
        also: [],
        fine: null,
      }
    case 'expired':
      return {
        primary: { label: table && lockedBy(table) === me ? words.takeBack : words.seeOffer, act: 'see-offer' },
        also: [isMine ? change : counter],
        fine: null,
      }
    case 'swapped':
      return {
        primary: { label: words.seeSwap, act: 'see-offer' },
        also: [{ label: words.tradeAgain(who), act: 'new-table' }],
        fine: null,
      }
    case 'declined':
    case 'withdrawn':
      return { primary: { label: words.newVersion, act: 'edit' }, also: [], fine: null }
    case 'lapsed':
    case 'closed':
      if (isBlocked === null) return { primary: null, also: [], fine: null }
      return {
        primary: isBlocked
          ? { label: words.unblock(who), act: 'unblock' }
          : { label: words.newTable, act: 'new-table' },
        also: [],
        fine: null,
      }
  }
}
