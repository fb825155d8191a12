import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import './Tabs.css'

export interface Tab {
  readonly key: string
  readonly label: ReactNode
  readonly panel: ReactNode
}

interface TabsProps {
  readonly label: string
  readonly tabs: readonly Tab[]
  readonly chosen: string
  readonly onChoose: (key: string) => void
}

/** Tabs with arrow-key navigation. Only the selected panel is rendered. */
export function Tabs({ label, tabs, chosen, onChoose }: TabsProps): ReactNode {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (!step) return
    const at = tabs.findIndex((tab) => tab.key === chosen)
    const next = tabs[(at + step + tabs.length) % tabs.length]
    if (!next) return
    event.preventDefault()
    onChoose(next.key)
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.key}"]`)?.focus()
  }
  const current = tabs.find((tab) => tab.key === chosen)
  return (
    <>
      <div className="tabs" role="tablist" aria-label={label} ref={list}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={`${id}-${tab.key}`}
            data-tab={tab.key}
            aria-selected={tab.key === chosen}
            aria-controls={tab.key === chosen ? `${id}-panel` : undefined}
            tabIndex={tab.key === chosen ? 0 : -1}
            onKeyDown={move}
            onClick={() => onChoose(tab.key)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        {current?.panel}
      </div>
    </>
  )
}
