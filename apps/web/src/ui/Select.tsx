import { useId, type ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import './Select.css'

interface SelectProps {
  readonly label: string
  readonly value: string
  readonly choices: readonly { readonly value: string; readonly label: string }[]
  readonly onChange: (value: string) => void
  readonly disabled?: boolean
  /** Help text below, announced with the field. */
  readonly note?: ReactNode
}

/** A native select, which every phone and screen reader supports. */
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
