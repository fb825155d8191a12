import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useCarryOver } from '../src/features/wallet/carryOver.ts'
import { Button } from '../src/ui/Button.tsx'

const buttons = () => screen.getAllByRole('button')
const [header, slip] = [() => buttons()[0] ?? document.body, () => buttons()[1] ?? document.body]

function FullPage({ onConnect }: { onConnect: () => void }): React.ReactNode {
  useCarryOver()
  return <FirstView onConnect={onConnect} />
}

function FirstView({ onConnect }: { onConnect: () => void }): React.ReactNode {
  return (
    <>
      <Button>CONNECT WALLET</Button>
      <Button look="stamp" onClick={onConnect}>
        CONNECT WALLET
      </Button>
    </>
  )
}

/** A first view, and what lets the full page take its place. */
function openFirstView(): { readonly onConnect: () => void; readonly comes: () => void } {
  const onConnect = vi.fn<() => void>()
  const { rerender } = render(<FirstView onConnect={onConnect} />)
  return { onConnect, comes: () => rerender(<FullPage onConnect={onConnect} />) }
}

const down = (where: Element) => fireEvent.pointerDown(where, { pointerType: 'mouse' })
const up = (where: Element, pointerType = 'mouse') => fireEvent.pointerUp(where, { pointerType })

it('a press goes on in the button that took the place of the pressed one', () => {
  const { onConnect, comes } = openFirstView()
  down(slip())
  comes()
  up(slip())
  expect(onConnect).toHaveBeenCalledOnce()
})

it('a press is the browser’s own while its button is there', () => {
  const { onConnect, comes } = openFirstView()
  down(slip())
  up(slip())
  comes()
  up(slip())
  expect(onConnect).not.toHaveBeenCalled()
})

it('a finger’s tap is left to the browser', () => {
  const { onConnect, comes } = openFirstView()
  down(slip())
  comes()
  up(slip(), 'touch')
  expect(onConnect).not.toHaveBeenCalled()
})

it('a press that ends elsewhere asks for nothing', () => {
  const { onConnect, comes } = openFirstView()
  down(slip())
  comes()
  up(header())
  up(slip())
  expect(onConnect).not.toHaveBeenCalled()
})

it('the focus goes on in the button that took the place of the focused one', () => {
  const { comes } = openFirstView()
  const before = slip()
  before.focus()
  comes()
  expect(slip()).not.toBe(before)
  expect(document.activeElement).toBe(slip())
})

it('the focus stays where the visitor has moved it', () => {
  const { comes } = openFirstView()
  slip().focus()
  slip().blur()
  const field = document.body.appendChild(document.createElement('input'))
  field.focus()
  comes()
  expect(document.activeElement).toBe(field)
  field.remove()
})
