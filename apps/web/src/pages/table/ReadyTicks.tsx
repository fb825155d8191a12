import type { ReactNode } from 'react'
import { tableSlipText as words } from '../../text/table.lazy.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { TickState } from './tablePhase.ts'

interface ReadyTicksProps {
  readonly who: string
  readonly mine: TickState
  readonly theirs: TickState
}

/** Both ready ticks on the table's axis, yours left. Always with the word. */
export function ReadyTicks({ who, mine, theirs }: ReadyTicksProps): ReactNode {
  return (
    <div className="ready-ticks">
      <Tick name={words.you} state={mine} />
      <Tick name={who} state={theirs} />
    </div>
  )
}

function Tick({ name, state }: { name: string; state: TickState }): ReactNode {
  return (
    <div className={`ready-tick ready-tick-${state}`}>
      <span className="ready-ring" aria-hidden="true">
        <Icon name="check" />
      </span>
      <span>
        <b>{name}</b> <small>{words.ticks[state]}</small>
      </span>
    </div>
  )
}
