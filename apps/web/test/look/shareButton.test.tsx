import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ShareButton } from '../../src/ui/CopyButton.tsx'

type Share = (data: ShareData) => Promise<void>

function systemWith(share: Share): Share {
  const asked = vi.fn<Share>(share)
  Object.defineProperty(navigator, 'share', { configurable: true, value: asked })
  return asked
}

afterEach(() => {
  cleanup()
  Reflect.deleteProperty(navigator, 'share')
})

const button = () => <ShareButton url="http://a/p2p/0x1" text="Look" label="Share" />

describe('given a system with a sheet for sharing', () => {
  it('hands the link on when it is pressed', async () => {
    const share = systemWith(async () => undefined)
    render(button())
    expect(share).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('button', { name: 'Share' }))
    expect(share).toHaveBeenCalledExactlyOnceWith({ url: 'http://a/p2p/0x1', text: 'Look' })
  })

  it('is no failure when the person closes the sheet', async () => {
    const closed = Promise.reject(new DOMException('closed', 'AbortError'))
    systemWith(() => closed)
    render(button())
    fireEvent.click(screen.getByRole('button', { name: 'Share' }))
    await closed.catch(() => undefined)
    expect(screen.getByRole('button', { name: 'Share' })).toBeTruthy()
  })
})

describe('given a system without one', () => {
  it('has no button that would do nothing', () => {
    render(button())
    expect(screen.queryByRole('button')).toBeNull()
  })
})
