import { noCoins, type Nft } from '@parley/domain'
import { fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { LopsidedTick } from '../src/features/context/LopsidedTick.tsx'

describe('given the slip of a lop-sided deal', () => {
  it('holds its button until the tick, and asks again for another deal', () => {
    const nfts = (count: number): Nft[] =>
      Array.from({ length: count }, (_, at) => ({
        contract: '0x51033FDc8C3e2C6387Fe1cC15F0c58Dbd31e5971',
        tokenId: BigInt(at),
      }))
    const held: boolean[] = []
    const tick = (count: number) => (
      <LopsidedTick gives={nfts(count)} gets={nfts(1)} coins={noCoins} onHold={(now) => held.push(now)} />
    )
    const { rerender } = render(tick(9))
    expect(screen.queryByRole('checkbox')).toBeNull()
    rerender(tick(10))
    expect(held.at(-1)).toBe(true)
    fireEvent.click(screen.getByRole('checkbox'))
    expect(held.at(-1)).toBe(false)
    rerender(tick(11))
    expect(held.at(-1)).toBe(true)
  })
})
