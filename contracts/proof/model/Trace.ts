import type { Address } from '@parley/domain'
import type { LogWords } from './escrowWords.ts'

/** A query to the chain after a step, and its answer. Without data it asks for the account's balance. */
export interface Probe {
  readonly target: Address
  readonly data: string
  readonly answer: string
}

/** One step for the harness. Hex is without 0x. */
export interface Step {
  readonly kind: 'call' | 'create' | 'warp' | 'etch' | 'deal'
  readonly caller?: Address
  readonly target: Address
  readonly value: bigint
  readonly data: string
  readonly success: boolean
  /** For a failed call, its error; for a creation, the model's offer id; otherwise empty and not compared. */
  readonly answer: string
  readonly logs: readonly LogWords[]
  readonly probes: readonly Probe[]
}

const kinds = { call: 0, create: 1, warp: 2, etch: 3, deal: 4 } as const
const nobody = '0'.repeat(40)

function number(value: number, bytes: number): string {
  return value.toString(16).padStart(bytes * 2, '0')
}

function sized(hex: string): string {
  return number(hex.length / 2, 4) + hex
}

function logHex(log: LogWords): string {
  return number(log.topics.length, 1) + log.topics.join('') + sized(log.data)
}

function probeHex(probe: Probe): string {
  return probe.target.slice(2) + sized(probe.data) + sized(probe.answer)
}

function stepHex(step: Step): string {
  return [
    number(kinds[step.kind], 1),
    step.caller?.slice(2) ?? nobody,
    step.target.slice(2),
    step.value.toString(16).padStart(64, '0'),
    number(step.success ? 1 : 0, 1),
    sized(step.data),
    sized(step.answer),
    sized(step.logs.map(logHex).join('')),
    number(step.probes.length, 2),
    ...step.probes.map(probeHex),
  ].join('')
}

/** A trace's bytes: each step, prefixed by its length. contracts/proof/forge/ModelComparison.t.sol reads them. */
export function traceBytes(steps: Iterable<Step>): Buffer {
  const parts: Buffer[] = []
  for (const step of steps) parts.push(Buffer.from(sized(stepHex(step)), 'hex'))
  return Buffer.concat(parts)
}
