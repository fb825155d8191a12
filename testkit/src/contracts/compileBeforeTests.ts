import { compileContracts } from './compileContracts.ts'

/** Vitest's global set-up: compiles the contracts once per run. */
export default function setup(): Promise<void> {
  return compileContracts()
}
