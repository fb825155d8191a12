import { useId, type ComponentProps, type ReactNode } from 'react'
import './TextField.css'

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  readonly label: string
  /** The label is for screen readers only. */
  readonly labelUnseen?: boolean
  /** Content at the start of the field: an icon, a picture. */
  readonly start?: ReactNode
  /** Content at the end of the field: a state, a button. */
  readonly end?: ReactNode
  readonly invalid?: boolean
  /** Ids of the elements that describe the field. */
  readonly describedBy?: string | undefined
}

/** A single-line text input with its label. */
export function TextField(props: TextFieldProps): ReactNode {
  const { label, labelUnseen = false, start, end, invalid = false, describedBy, className, ...input } = props
  const id = useId()
  return (
    <div className={`field ${className ?? ''}`}>
      <label className={labelUnseen ? 'unseen' : 'caps'} htmlFor={id}>
        {label}
      </label>
      <div className={invalid ? 'field-box field-invalid' : 'field-box'}>
        {start}
        <input
          id={id}
          aria-invalid={invalid || undefined}
          aria-describedby={describedBy}
          autoComplete="off"
          {...input}
        />
        {end}
      </div>
    </div>
  )
}
