import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ChainLine } from '../../src/pages/offer/ChainLine.tsx'
import { offerText } from '../../src/text/offer.lazy.ts'

it('an offer’s page says in words that the chain agrees, and by which block in their title', () => {
  render(<ChainLine chain={{ state: 'agrees', block: 12_345_678n }} onRefresh={async () => undefined} />)
  expect(screen.getByText(offerText.checked)).toBeTruthy()
  const match = screen.getByText(offerText.checkedText)
  expect(match.title).toBe('Block 12,345,678.')
  expect(document.body.textContent).not.toContain('12,345,678')
})
