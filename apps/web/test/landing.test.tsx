import { assumedFeeWei, avalancheCollections, coinAmount, feeRange } from '@parley/domain'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Welcome } from '../src/pages/Welcome.tsx'
import { generalPortal } from '../src/portals/portalRoutes.ts'
import { collectionText, lookText } from '../src/text/wallet.lazy.ts'
import { nobodysConfig } from './given/nobodysConfig.ts'
import { bob, patience } from './text/room.tsx'

const deployment = document.createElement('script')
deployment.id = 'deployment'
deployment.type = 'application/json'

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  deployment.textContent = JSON.stringify(nobodysConfig(...avalancheCollections))
  document.head.append(deployment)
  window.history.replaceState(null, '', '/p2p')
})

afterEach(() => {
  vi.unstubAllGlobals()
  deployment.remove()
})

async function openLanding(): Promise<void> {
  await act(async () => {
    render(<Welcome place={generalPortal} connecting={false} onConnect={() => undefined} />)
  })
  await screen.findByRole('heading', { name: lookText.title }, patience)
}

describe('given the landing page', () => {
  it('counts the collections that the page was built for', async () => {
    await openLanding()
    expect(screen.getByRole('heading', { name: collectionText.title(avalancheCollections.length) })).toBeTruthy()
  })

  it('names what a swap may cost, by the fee and its ceiling', async () => {
    await openLanding()
    expect(feeRange).toBe('0.01 to 0.05 AVAX')
    expect(document.querySelector('.slip-fine')?.textContent).toContain(feeRange)
    expect([...document.querySelectorAll('.prices dd')].map(({ textContent }) => textContent)).toContain(
      `${feeRange} and gas`,
    )
  })

  it('leads to the page of any wallet, without connecting', async () => {
    await openLanding()
    const field = screen.getByRole('textbox', { name: lookText.label })
    const show = () => fireEvent.click(screen.getByRole('button', { name: lookText.act }))
    fireEvent.change(field, { target: { value: '0x12' } })
    show()
    expect(screen.getByRole('alert').textContent).toBe(lookText.invalid)
    expect(window.location.pathname).toBe('/p2p')
    fireEvent.change(field, { target: { value: ` ${bob} ` } })
    expect(screen.queryByRole('alert')).toBeNull()
    show()
    expect(window.location.pathname).toBe(`/wallet/${bob}`)
  })

  it('writes no fee and no number of collections into its texts', () => {
    const folder = join(import.meta.dirname, '../src/text')
    const landing = ['frame.ts', 'wallet.lazy.ts'].map((file) => readFileSync(join(folder, file), 'utf8')).join('\n')
    expect(landing).not.toMatch(/0\.0[15]|eighteen/i)
    const all = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'))
    expect(all.join('\n')).not.toMatch(/eighteen/i)
    expect(feeRange).toContain(`${coinAmount(assumedFeeWei)} to `)
  })
})
