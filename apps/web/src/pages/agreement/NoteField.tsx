import { maxNoteLength } from '@parley/domain'
import { useId, type ReactNode } from 'react'
import { noteText as words } from '../../text/agreement.lazy.ts'
import './NoteField.css'

interface NoteFieldProps {
  readonly label: string
  readonly place?: string
  /** Who reads it, before the count. */
  readonly hint?: string
  readonly text: string
  readonly disabled?: boolean
  readonly onText: (text: string) => void
  readonly children?: ReactNode
}

/** A short text to another person, with what is left of its length. */
export function NoteField({ label, place, hint, text, disabled, onText, children }: NoteFieldProps): ReactNode {
  const id = useId()
  return (
    <div className="note-field">
      <label className="caps" htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        rows={3}
        value={text}
        placeholder={place}
        disabled={disabled}
        aria-describedby={`${id}-count`}
        onChange={(event) => onText([...event.target.value].slice(0, maxNoteLength).join(''))}
      />
      <div className="note-field-foot">
        <span id={`${id}-count`}>
          {hint === undefined ? null : `${hint} `}
          <span className="num">{words.count([...text].length, maxNoteLength)}</span>
        </span>
        {children}
      </div>
    </div>
  )
}
