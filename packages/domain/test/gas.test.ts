import { describe, expect, it } from 'vitest'
import { approvalGasRule, gasLimit, gasRules } from '../src/money.ts'

const blockGasLimit = 21_000_000n

describe('given an estimate', () => {
  it('adds a fifth', () => {
    expect(gasLimit(gasRules.createSingle, 500_000n, 2, blockGasLimit)).toBe(600_000n)
  })

  it('stops at the ceiling while the estimate is below it', () => {
    expect(gasLimit(gasRules.accept, 450_000n, 2, blockGasLimit)).toBe(500_000n)
  })

  it('goes over the ceiling when the estimate alone does', () => {
    expect(gasLimit(gasRules.accept, 528_250n, 40, blockGasLimit)).toBe(633_900n)
  })

  it('never goes over the block', () => {
    expect(gasLimit(gasRules.createMulti, 20_000_000n, 40, blockGasLimit)).toBe(blockGasLimit)
  })
})

describe('given no estimate', () => {
  it('takes the ceiling while that is the larger', () => {
    expect(gasLimit(gasRules.createSingle, null, 2, blockGasLimit)).toBe(1_000_000n)
  })

  it.each([
    ['create', gasRules.createMulti, 40, 2_660_000n],
    ['accept', gasRules.accept, 40, 2_980_000n],
    ['cancel', gasRules.cancel, 20, 1_470_000n],
  ] as const)('covers the worst %s that was measured', (_, rule, nftCount, measuredGas) => {
    expect(gasLimit(rule, null, nftCount, blockGasLimit)).toBeGreaterThanOrEqual(measuredGas)
  })
})

describe('given an approval', () => {
  it('has 200,000, or 300,000 and its own priority fee where the collection has one', () => {
    expect(approvalGasRule(undefined).ceilingGas).toBe(200_000n)
    expect(approvalGasRule(50)).toMatchObject({ ceilingGas: 300_000n, priorityFeeCeilingGwei: 50 })
  })
})
