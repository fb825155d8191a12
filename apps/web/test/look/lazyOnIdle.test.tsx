import { act, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { lazyOnIdle } from '../../src/ui/lazy.ts'

interface PartProps {
  readonly name: string
}

function Part({ name }: PartProps): ReactNode {
  return <p>the part of {name}</p>
}

function Coming(): ReactNode {
  return <p>its place</p>
}

describe('given a part of the page that can wait', () => {
  it('shows its placeholder until it is loaded, once for all its users', async () => {
    const fetched = Promise.withResolvers<{ default: typeof Part }>()
    const fetchPart = vi.fn<() => Promise<{ default: typeof Part }>>(() => fetched.promise)
    const LaterPart = lazyOnIdle(fetchPart, Coming)
    render(
      <>
        <LaterPart name="Alice" />
        <LaterPart name="Bob" />
      </>,
    )
    expect(screen.getAllByText('its place')).toHaveLength(2)
    await act(async () => fetched.resolve({ default: Part }))
    expect(await screen.findByText('the part of Alice')).toBeTruthy()
    expect(screen.getByText('the part of Bob')).toBeTruthy()
    expect(fetchPart).toHaveBeenCalledTimes(1)
  })
})
