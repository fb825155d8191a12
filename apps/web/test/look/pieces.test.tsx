import { fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { TileSkeletons } from '../../src/features/holdings/TileSkeletons.tsx'
import { Button } from '../../src/ui/Button.tsx'
import { ErrorBoundary } from '../../src/ui/ErrorBoundary.tsx'
import { Picture } from '../../src/ui/Picture.tsx'

it('a wallet that is being read says so on screen', () => {
  render(<TileSkeletons label="LOADING ASO NFT'S..." />)
  expect(screen.getByRole('status').textContent).toBe("LOADING ASO NFT'S...")
  expect(screen.getByText("LOADING ASO NFT'S...").classList).not.toContain('unseen')
})

describe('given a picture', () => {
  it('renders nothing as it arrives, since a grid has dozens', () => {
    const { container } = render(<Picture src="/one" alt="one" missingLabel="No Image" />)
    const before = container.innerHTML
    fireEvent.load(screen.getByRole('img'))
    expect(container.innerHTML).toBe(before)
  })
})

describe('given a picture that does not come', () => {
  it('asks once more, then says so in words', () => {
    render(<Picture src="/api/nft/0x1/2/image?size=256" alt="Dokyo #2" missingLabel="No Image" />)
    expect(screen.getByRole('img').getAttribute('src')).toBe('/api/nft/0x1/2/image?size=256')
    fireEvent.error(screen.getByRole('img'))
    expect(screen.getByRole('img').getAttribute('src')).toBe('/api/nft/0x1/2/image?size=256&retry=1')
    fireEvent.error(screen.getByRole('img'))
    expect(screen.getByText('No Image')).toBeTruthy()
    expect(screen.getByRole('img').getAttribute('aria-label')).toBe('Dokyo #2: No Image')
  })

  it('resets with another picture', () => {
    const { rerender } = render(<Picture src="" alt="one" missingLabel="No Image" />)
    expect(screen.getByText('No Image')).toBeTruthy()
    rerender(<Picture src="/two" alt="two" missingLabel="No Image" />)
    expect(screen.getByRole('img').getAttribute('src')).toBe('/two')
  })
})

describe('given a button', () => {
  it('ignores presses while it works, and stays focusable', () => {
    const pressed = vi.fn<() => void>()
    render(
      <Button working onClick={pressed}>
        PROCESSING...
      </Button>,
    )
    const button = screen.getByRole('button', { name: 'PROCESSING...' })
    fireEvent.click(button)
    button.focus()
    expect(pressed).not.toHaveBeenCalled()
    expect(document.activeElement).toBe(button)
    expect(button.getAttribute('aria-busy')).toBe('true')
  })

  it('can be pressed while it is only marked as not yet possible (decision S2)', () => {
    const pressed = vi.fn<() => void>()
    render(
      <Button aria-disabled onClick={pressed}>
        CREATE
      </Button>,
    )
    fireEvent.click(screen.getByRole('button', { name: 'CREATE' }))
    expect(pressed).toHaveBeenCalledOnce()
  })
})

describe('given a part that cannot be drawn', () => {
  it('shows what stands in its place and leaves the rest', () => {
    const silence = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const Broken = (): never => {
      throw new Error('broken')
    }
    render(
      <>
        <ErrorBoundary fallback={<p>Error displaying offer</p>}>
          <Broken />
        </ErrorBoundary>
        <p>the next one</p>
      </>,
    )
    expect(screen.getByText('Error displaying offer')).toBeTruthy()
    expect(screen.getByText('the next one')).toBeTruthy()
    silence.mockRestore()
  })

  it('renders again when the user asks for it', () => {
    const silence = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    let broken = true
    function Moody() {
      if (broken) throw new Error('cannot be drawn')
      return <p>drawn</p>
    }
    render(
      <ErrorBoundary
        fallback={(tryAgain) => (
          <Button sentence onClick={tryAgain}>
            Try again
          </Button>
        )}
      >
        <Moody />
      </ErrorBoundary>,
    )
    fireEvent.click(screen.getByRole('button'))
    expect(screen.queryByText('drawn')).toBeNull()
    broken = false
    fireEvent.click(screen.getByRole('button'))
    expect(screen.getByText('drawn')).toBeTruthy()
    silence.mockRestore()
  })
})
