import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { ThemeToggle } from '../../src/app/Frame.tsx'
import { frameText } from '../../src/text/frame.ts'

it('goes from the system’s light to dark, to light, and back to the system', () => {
  render(<ThemeToggle />)
  const { toDark, toLight, toSystem } = frameText
  const seen = [toDark, toLight, toSystem].map((label) => {
    fireEvent.click(screen.getByRole('button', { name: label }))
    return [document.documentElement.dataset['theme'], localStorage.getItem('parley-theme')]
  })
  expect(seen).toEqual([
    ['dark', 'dark'],
    ['light', 'light'],
    ['light', null],
  ])
  expect(screen.getByRole('button', { name: toDark })).toBeTruthy()
})

/** Media queries as Chromium has them: a list whose `matches` is read takes the change for known, without an event. */
class MediaQueries {
  private dark = false
  private readonly lists: { known: boolean; readonly target: EventTarget }[] = []

  readonly matchMedia = () => {
    const list = { known: this.dark, target: new EventTarget() }
    this.lists.push(list)
    const isDark = () => (list.known = this.dark)
    return Object.defineProperty(list.target, 'matches', { get: isDark })
  }

  /** The system turns dark; `before` runs before the browser's next frame. */
  turnDark(before: () => void): void {
    this.dark = true
    before()
    for (const list of this.lists) {
      if (list.known) continue
      list.known = true
      list.target.dispatchEvent(Object.assign(new Event('change'), { matches: true }))
    }
  }
}

it('follows the system also when the page is drawn between its change and the event', async () => {
  localStorage.clear()
  const system = new MediaQueries()
  vi.stubGlobal('matchMedia', system.matchMedia)
  vi.resetModules()
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.resetModules()
  })
  const { ThemeToggle: Toggle } = await import('../../src/app/Frame.tsx')
  const { rerender } = render(<Toggle key="before" />)
  system.turnDark(() => rerender(<Toggle key="after" />))
  expect(document.documentElement.dataset['theme']).toBe('dark')
})
