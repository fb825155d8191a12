import { useId, type ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import './Select.css'

interface SelectProps {
  readonly label: string
  readonly value: string
  readonly choices: readonly { readonly value: string; readonly label: string }[]
  readonly onChange: (value: string) => void
  readonly disabled?: boolean
  /** A line below, read out with the field. */
  readonly note?: ReactNode
}

/** One of a few. The browser's own list: every phone and every screen reader knows it. */
export function Select({ label, value, choices, onChange, disabled = false, note }: SelectProps): ReactNode {
  const id = useId()
  return (
    <div className="select">
      <label className="caps" htmlFor={id}>
        {label}
      </label>
      <div className="select-box">
        <select
          id={id}
          value={value}
          disabled={disabled}
          aria-describedby={note ? `${id}-note` : undefined}
          onChange={(event) => onChange(event.target.value)}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
        <Icon name="down" />
      </div>
      {note ? (
        <div className="select-note num" id={`${id}-note`}>
          {note}
        </div>
      ) : null}
    </div>
  )
}
