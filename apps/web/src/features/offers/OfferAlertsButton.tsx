import type { ReactNode } from 'react'
import { offerAlertsText } from '../../text/swap.ts'
import { IconButton } from '../../ui/Button.tsx'
import { useOfferAlerts } from './offerAlerts.ts'

/** Toggles notifications of incoming offers. Hidden if the browser doesn't support them. */
export function OfferAlertsButton(): ReactNode {
  const { offered, on, turnOn, turnOff } = useOfferAlerts()
  if (!offered) return null
  return (
    <IconButton
      icon={on ? 'bellOn' : 'bell'}
      label={offerAlertsText.label}
      aria-pressed={on}
      onClick={() => (on ? turnOff() : void turnOn())}
    />
  )
}
