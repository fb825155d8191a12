import { describe, expect, it } from 'vitest'
import { CompileFailed, compile } from '../../build/index.ts'
import { contractFaults, editsOf, StaleFault } from '../mutation/plantedFaults.ts'
import { ownSources, parse } from '../mutation/syntax.ts'
import { asksForTheOrigin } from './asksForTheOrigin.ts'
import { dropsAnOutcome } from './dropsAnOutcome.ts'
import { triaged } from './baseline.ts'
import { beyondBaseline, findings, type Finding } from './findings.ts'
import { violations } from './index.ts'
import { forgeLint, solhint } from './linters.ts'
import { writesAfterACall } from './writesAfterACall.ts'

const planted = (name: string) => parse([`proof/rules/planted/${name}.sol`])
const places = (found: readonly { readonly where: string }[]) => found.map(({ where }) => where.split(':')[1])

describe('given sources with planted violations', () => {
  it('finds both ways of asking for the origin', () => {
    expect(places(planted('AsksForTheOrigin').flatMap(asksForTheOrigin))).toEqual(['6', '11'])
  })

  it('finds every call whose outcome is dropped, and not the one whose outcome is passed on', () => {
    expect(places(planted('DropsAnOutcome').flatMap(dropsAnOutcome))).toEqual(['6', '10', '15', '21'])
  })

  it('finds writes after a call, directly, through another function and in assembly, and lets the right order pass', () => {
    expect(places(writesAfterACall(planted('WritesAfterACall'), new Set()))).toEqual(['19', '25', '35'])
  })

  it('lets a function write afterwards that is meant to', () => {
    expect(places(writesAfterACall(planted('WritesAfterACall'), new Set(['WritesAfterACall.directly'])))).toEqual([
      '25',
      '35',
    ])
  })

  it('takes a compiler warning for an error', () => {
    expect(() => compile(['proof/rules/planted/Warned.sol'])).toThrow(CompileFailed)
  })

  it('has solhint and forge lint refuse them', () => {
    expect(solhint('proof/rules/planted/Untidy.sol').output).toContain('gas-custom-errors')
    expect(solhint('proof/rules/planted/Untidy.sol').clean).toBe(false)
    expect(forgeLint('proof/rules/planted/Untidy.sol').output).toContain('divide-before-multiply')
    expect(forgeLint('proof/rules/planted/Untidy.sol').clean).toBe(false)
  })
})

describe('given the baseline of findings', () => {
  const known = triaged.flatMap(({ rule, places }) =>
    Object.entries(places).flatMap(([place, times]) => {
      const [file = '', ...line] = place.split(': ')
      return Array.from({ length: times }, (): Finding => ({ rule, file, line: line.join(': ') }))
    }),
  )

  it('is content with exactly those', () => {
    expect(beyondBaseline(known)).toEqual([])
  })

  it('names a finding that is new, one more of a kind that is known, and one that is gone', () => {
    const [first] = known
    expect(beyondBaseline(known.slice(1))).toEqual([expect.stringMatching(/^gone: /)])
    expect(beyondBaseline([...known, ...(first ? [first] : [])])).toEqual([expect.stringMatching(/^new finding: /)])
    expect(beyondBaseline([...known, { rule: 'tx-origin', file: 'src/New.sol', line: 'tx.origin' }])).toEqual([
      'new finding: tx-origin src/New.sol: tx.origin. Fix it, or give a reason in contracts/proof/rules/baseline.ts',
    ])
  })

  it('reads what both analysers find', () => {
    const rules = findings('proof/rules/planted/Untidy.sol').map(({ rule }) => rule)
    expect(rules).toEqual(expect.arrayContaining(['gas-custom-errors', 'divide-before-multiply']))
  })
})

describe('given the escrow with a grave fault planted', () => {
  const files = ownSources()

  it('has ten faults and more, of every area', () => {
    expect(contractFaults.length).toBeGreaterThanOrEqual(10)
    expect(new Set(contractFaults.map(({ area }) => area))).toEqual(new Set(['conservation', 'order', 'status', 'gas']))
  })

  it('has the place of each of them', () => {
    for (const fault of contractFaults) expect(editsOf(files, fault, 0)).toHaveLength(fault.edits.length)
  })

  it('says that a fault is stale whose place is gone', () => {
    const [fault] = contractFaults
    const edit = { file: 'src/Guard.sol', right: 'gone', wrong: '', form: 'expression' } as const
    expect(() => fault && editsOf(files, { ...fault, edits: [edit] }, 0)).toThrow(StaleFault)
  })
})

describe('given the escrow', () => {
  it('breaks no rule of its own', () => {
    expect(violations()).toEqual([])
  })
})
