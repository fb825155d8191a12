import { compileContracts } from './compileContracts.ts'

/** The test runner's set-up: compiles the contracts once, whichever tests run. */
export default function setup(): Promise<void> {
  return compileContracts()
}
