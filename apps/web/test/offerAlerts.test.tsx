import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const label = 'Tell me when an offer comes'

/** A browser that answers the permission prompt, and counts prompts. */
function browserThat(permission: NotificationPermission, answer: NotificationPermission) {
  const asked = vi.fn<() => Promise<NotificationPermission>>(async () => answer)
  vi.stubGlobal('Notification', { permission, requestPermission: asked })
  return asked
}

async function renderButton(): Promise<void> {
  vi.resetModules()
  const { OfferAlertsButton } = await import('../src/features/offers/OfferAlerts.tsx')
  render(<OfferAlertsButton />)
}

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('given a browser that has never been asked for notifications', () => {
  it('is asked on a click and not before, and the choice is kept', async () => {
    const asked = browserThat('default', 'granted')
    await renderButton()
    expect(asked).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('button', { name: label, pressed: false }))
    expect(await screen.findByRole('button', { name: label, pressed: true })).toBeTruthy()
    expect(asked).toHaveBeenCalledOnce()
    cleanup()
    browserThat('granted', 'granted')
    await renderButton()
    expect(screen.getByRole('button', { name: label, pressed: true })).toBeTruthy()
  })

  it('is quiet for good where the person says no', async () => {
    browserThat('default', 'denied')
    await renderButton()
    fireEvent.click(screen.getByRole('button', { name: label }))
    await waitFor(() => expect(screen.queryByRole('button')).toBeNull())
  })
})

describe('given a browser that tells of offers', () => {
  it('stops on a click without asking again', async () => {
    const asked = browserThat('granted', 'granted')
    localStorage.setItem('parley-offer-alerts', 'on')
    await renderButton()
    fireEvent.click(screen.getByRole('button', { name: label, pressed: true }))
    expect(await screen.findByRole('button', { name: label, pressed: false })).toBeTruthy()
    expect(asked).not.toHaveBeenCalled()
    expect(localStorage.getItem('parley-offer-alerts')).toBe('off')
  })
})

describe('given a browser that refuses, or knows no notifications', () => {
  it('has nothing to choose', async () => {
    browserThat('denied', 'denied')
    await renderButton()
    expect(screen.queryByRole('button')).toBeNull()
    cleanup()
    vi.stubGlobal('Notification', undefined)
    Reflect.deleteProperty(globalThis, 'Notification')
    await renderButton()
    expect(screen.queryByRole('button')).toBeNull()
  })
})
