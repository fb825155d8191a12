import { useState, type KeyboardEvent } from 'react'

interface GridKeys {
  /** The active position. */
  readonly current: number
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onPress: (position: number, range: boolean) => void
}

interface GridKeysOptions {
  readonly count: number
  readonly columns: number
  readonly onToggle: (position: number) => void
  /** Chooses all positions from `from` to `to`, inclusive. */
  readonly onRange: (from: number, to: number) => void
  readonly onMove: (position: number) => void
}

/** Keyboard control of the grid: arrows move, Space and Enter toggle, Shift selects a range. */
export function useGridKeys({ count, columns, onToggle, onRange, onMove }: GridKeysOptions): GridKeys {
  const [at, setAt] = useState(0)
  const [anchor, setAnchor] = useState(0)
  const current = Math.min(at, Math.max(0, count - 1))
  const press = (position: number, range: boolean): void => {
    setAt(position)
    if (range) onRange(anchor, position)
    else {
      setAnchor(position)
      onToggle(position)
    }
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault()
      return press(current, event.shiftKey && event.key === ' ')
    }
    const next = afterKey(event.key, current, columns, count)
    if (next === null || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    setAt(next)
    if (event.shiftKey) onRange(anchor, next)
    else setAnchor(next)
    onMove(next)
  }
  return { current, onKeyDown, onPress: press }
}

function afterKey(key: string, from: number, columns: number, count: number): number | null {
  const to = {
    ArrowLeft: from - 1,
    ArrowRight: from + 1,
    ArrowUp: from - columns,
    ArrowDown: from + columns,
    PageUp: from - columns * 3,
    PageDown: from + columns * 3,
    Home: 0,
    End: count - 1,
  }[key]
  if (to === undefined) return null
  return Math.max(0, Math.min(count - 1, to))
}
