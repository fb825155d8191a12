import { useEffect, useRef, type ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import { scrollBehavior } from './useMedia.ts'
import './Steps.css'

export interface StepLine {
  readonly key: string
  readonly state: 'waiting' | 'running' | 'done' | 'failed'
  readonly words: string
  /** A link to follow, once known. */
  readonly more?: ReactNode
}

const stateWords = { waiting: 'not yet', running: 'now', done: 'done', failed: 'failed' } as const

/** Live progress of an action, step by step. */
export function Steps({ title, steps }: { title: string; steps: readonly StepLine[] }): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Newer browsers return a promise, which React would mistake for a cleanup function.
    box.current?.scrollIntoView({ block: 'nearest', behavior: scrollBehavior() })
  }, [])
  const running = steps.find((step) => step.state === 'running' || step.state === 'failed')
  return (
    <div className="steps" ref={box}>
      <h3>{title}</h3>
      <ol>
        {steps.map((step) => (
          <li
            key={step.key}
            className={`step step-${step.state}`}
            aria-current={step.state === 'running' ? 'step' : undefined}
          >
            <StepSign state={step.state} />
            <span>
              {step.words}
              <span className="unseen">, {stateWords[step.state]}</span>
            </span>
            {step.more}
          </li>
        ))}
      </ol>
      <span className="unseen" role="status">
        {running ? `${running.words}, ${stateWords[running.state]}` : ''}
      </span>
    </div>
  )
}

function StepSign({ state }: { state: StepLine['state'] }): ReactNode {
  if (state === 'done') return <Icon name="check" />
  if (state === 'failed') return <Icon name="failed" />
  return <span className={state === 'running' ? 'step-dot btn-spin' : 'step-dot'} aria-hidden="true" />
}
