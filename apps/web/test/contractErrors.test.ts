import { swapEscrowAbi, tokenErrorsAbi } from '@parley/chain'
import { describe, expect, it } from 'vitest'
import { contractErrors, revertMessage } from '../src/text/contractErrors.ts'
import { createFormatter } from '../src/text/format.ts'

const formatter = createFormatter([], 'AVAX')
const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** A value of each type that an error's argument can have. */
const samples: Readonly<Record<string, unknown>> = {
  address,
  uint256: 1_234_567_890n,
  uint8: 2,
  bytes32: `0x${'ab'.repeat(32)}`,
  bytes: '0xdeadbeef',
}

const errors = [...swapEscrowAbi, ...tokenErrorsAbi].filter((item) => item.type === 'error')

describe('given every error of the contracts', () => {
  it('there are some', () => expect(errors.length).toBeGreaterThan(20))

  it.each(errors.map((error) => [error.name, error] as const))('%s has words', (name, { inputs }) => {
    const args = inputs.map((input) => samples[input.type])
    expect(args).not.toContain(undefined)
    const words = revertMessage({ name, args }, formatter)
    expect(words).toMatch(/^[A-Z].*[^ ]$/)
    expect(words).not.toMatch(/undefined|NaN|\[object/)
  })

  it('no words are left for an error that no contract has', () => {
    const names = new Set<string>([...errors.map((error) => error.name), 'Error', 'Panic'])
    expect(Object.keys(contractErrors).filter((name) => !names.has(name))).toEqual([])
  })
})

describe('given a refusal that we do not know', () => {
  it('has no words of ours', () => {
    expect(revertMessage({ name: null, args: ['0xdeadbeef'] }, formatter)).toBeNull()
    expect(revertMessage({ name: 'SomethingNew', args: [] }, formatter)).toBeNull()
  })
})
