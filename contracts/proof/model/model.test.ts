import { encodeAbiParameters } from 'viem'
import { describe, expect, it } from 'vitest'
import { compareSteps } from './compareWithModel.ts'
import { errorNames } from './escrowWords.ts'
import { randomPlay } from './randomPlay.ts'
import { encodeWords } from './words.ts'

const callsEach = 2_000
const count = Number(process.env['MODEL_PLAYS'] ?? 4)

/** Shared by both tests. */
const plays = Array.from({ length: count }, (_, index) => ({
  name: `seed-${index + 1}`,
  ...randomPlay(index + 1, callsEach),
}))

describe('given plays of 2,000 random calls, hostile collections among them', () => {
  it('gives the same in model and escrow: state, events, coin, holders and errors', async () => {
    await compareSteps(plays)
  })

  it('meets every error that a caller can cause without running out of gas', () => {
    const met = new Set(plays.flatMap(({ refusals }) => [...refusals]))
    const elsewhere = [
      'MaxFeeTooLarge',
      'ZeroOwner',
      'Reentered',
      'NotEnoughGas',
      'DeploymentFailed',
      'UnexpectedNft',
      'OfferNumbersSpent',
    ]
    expect(errorNames.filter((name) => !met.has(name)).toSorted()).toEqual(elsewhere.toSorted())
  })
})

describe('when one thing of a play comes out differently', () => {
  const { steps } = randomPlay(7, 150)
  const spoilt = (at: number, change: Partial<(typeof steps)[number]>) => [
    { name: 'spoilt', steps: steps.map((step, index) => (index === at ? { ...step, ...change } : step)) },
  ]
  const find = (fits: (step: (typeof steps)[number]) => boolean) => steps.findIndex(fits)
  const refused = find((step) => !step.success && step.answer.length > 8)
  const created = find((step) => step.kind === 'create' && step.success)

  it('notices a refusal with another argument', async () => {
    const answer = `${steps[refused]?.answer.slice(0, -2)}77`
    await expect(compareSteps(spoilt(refused, { answer }))).rejects.toThrow(/Differs\(.*spoilt\.trace", \d+, "error"/)
  })

  it('notices a refusal that was expected to succeed', async () => {
    await expect(compareSteps(spoilt(refused, { success: true }))).rejects.toThrow(/"fails"/)
  })

  it('notices a missing event', async () => {
    await expect(compareSteps(spoilt(created, { logs: steps[created]?.logs.slice(1) ?? [] }))).rejects.toThrow(
      /"events"/,
    )
  })

  it('notices another holder, another state and other coin', async () => {
    const probes = steps[created]?.probes ?? []
    const wrong = (at: number) =>
      probes.map((probe, index) =>
        index === at ? { ...probe, answer: probe.answer.replace(/.$/, (digit) => (digit === '1' ? '2' : '1')) } : probe,
      )
    await expect(compareSteps(spoilt(created, { probes: wrong(0) }))).rejects.toThrow(/"coin"/)
    await expect(compareSteps(spoilt(created, { probes: wrong(2) }))).rejects.toThrow(/"answer"/)
  })
})

describe('the encoder of the traces', () => {
  it('encodes as viem does', () => {
    const values = [
      7n,
      true,
      ['0x1000000000000000000000000000000000000001'],
      [1n, 2n ** 256n - 1n],
      { bytes: '0xabcdef' },
    ] as const
    const types = [
      { type: 'uint256' },
      { type: 'bool' },
      { type: 'address[]' },
      { type: 'uint256[]' },
      { type: 'bytes' },
    ] as const
    expect(`0x${encodeWords(values)}`).toBe(
      encodeAbiParameters(types, [values[0], values[1], values[2], values[3], values[4].bytes]),
    )
  })
})
