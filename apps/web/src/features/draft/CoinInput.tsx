import { coinSymbol } from '@parley/domain'
import { useId, type ReactNode } from 'react'
import { coinText as words } from '../../text/deal.lazy.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import './CoinInput.css'

interface CoinInputProps {
  readonly label: string
  readonly value: string
  readonly onType: (text: string) => void
  readonly disabled: boolean
  readonly focused: boolean
  /** A line below the field. */
  readonly hint: string
  /** Replaces the hint: this amount can't be used. */
  readonly problem: string | null
  /** Replaces the hint: this amount can be used, but something speaks against it. */
  readonly warning?: string | null
  /** Text of the largest amount; null while unknown. Without it there is no button. */
  readonly max?: string | null
}

/** A side's amount of AVAX. */
export function CoinInput(props: CoinInputProps): ReactNode {
  const { hint, problem, warning = null, max, disabled } = props
  const id = useId()
  return (
    <div className="coin-input">
      <TextField
        label={props.label}
        value={props.value}
        inputMode="decimal"
        placeholder="0"
        spellCheck={false}
        disabled={disabled}
        autoFocus={props.focused}
        invalid={problem !== null}
        describedBy={id}
        onChange={(event) => props.onType(event.target.value)}
        end={
          <>
            <span className="muted">{coinSymbol}</span>
            {max === undefined ? null : (
              <Button
                sentence
                aria-label={words.maxLabel}
                disabled={disabled || max === null}
                onClick={() => props.onType(max ?? '')}
              >
                {words.max}
              </Button>
            )}
          </>
        }
      />
      <div id={id} aria-live={problem === null && warning === null ? undefined : 'polite'}>
        <p className={problem ? 'field-problem' : warning ? 'field-warning' : 'muted num'}>
          {problem ?? warning ?? hint}
        </p>
      </div>
    </div>
  )
}
