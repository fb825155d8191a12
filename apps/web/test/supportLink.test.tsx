import { act, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import InfoPage from '../src/pages/InfoPage.tsx'
import { known } from '../src/services/builtFor.ts'
import { nobodysConfig } from './given/nobodysConfig.ts'
import { patience } from './text/room.tsx'

afterEach(() => {
  delete known.built
})

async function openHelp(supportUrl?: string): Promise<void> {
  known.built = { ...nobodysConfig(), ...(supportUrl && { supportUrl }) }
  await act(async () => {
    render(<InfoPage topic="help" wallet={null} />)
  })
  await screen.findByRole('heading', { name: 'Before you accept' }, patience)
}

describe('given Help', () => {
  // Each address is opened by a page of its own: sections that have loaded are kept.
  it('ends with the way to the operator’s support, which opens beside the page', async () => {
    await openHelp('mailto:help@swap.example')
    const link = screen.getByRole('link', { name: 'Get support' })
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['mailto:help@swap.example', '_blank'])
    expect(screen.getByRole('heading', { name: 'Ask a person' })).toBeTruthy()
  })
})
