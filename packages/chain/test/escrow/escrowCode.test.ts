import { keccak256 } from 'viem'
import { describe, expect, it } from 'vitest'
import { codeHashOf, isSameNetwork, swapEscrowAbi } from '../../src/index.ts'

const compiled = '0x60006000f3' as const
const immutables = [
  { start: 1, length: 1 },
  { start: 3, length: 1 },
]

describe('given code with immutables', () => {
  it('is recognised whatever they are, and by nothing else', () => {
    const codeHash = keccak256(compiled)
    expect(codeHashOf('0x60aa60bbf3', immutables)).toBe(codeHash)
    expect(codeHashOf('0x60aa60bbf4', immutables)).not.toBe(codeHash)
    expect(codeHashOf('0x60aa60bbf3')).not.toBe(codeHash)
  })

  it.each([
    ['nothing', '0x'],
    ['what is no code', 'gone'],
    ['no answer', undefined],
  ])('is not found in %s', (_, code) => {
    expect(codeHashOf(code, immutables)).toBeNull()
  })

  it('is asked for at the address through the wallet', async () => {
    const escrow = {
      address: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
      codeHash: keccak256(compiled),
      immutables,
    } as const
    const wallet = (code: string) => ({ request: async () => code })
    expect(await isSameNetwork(wallet('0x60aa60bbf3'), escrow)).toBe(true)
    expect(await isSameNetwork(wallet('0x60aa60bb'), escrow)).toBe(false)
  })
})

describe('given the fee, whose function the page knows apart from the whole interface', () => {
  it('is the one of the escrow', () => {
    expect(swapEscrowAbi.find((item) => item.type === 'function' && item.name === 'fee')).toMatchObject({
      inputs: [],
      outputs: [{ type: 'uint256' }],
    })
  })
})
