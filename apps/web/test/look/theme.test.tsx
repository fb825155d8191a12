import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
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
