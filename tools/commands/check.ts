import { gates } from '../gates/gates.ts'
import { runGates } from '../gates/runGates.ts'
import { endOnSignal } from '../process/endOnSignal.ts'

/** `pnpm check`: everything that is not a test. With words behind it, only the gates whose names have one of them. */
endOnSignal()
const wanted = process.argv.slice(2)
const asked = wanted.length === 0 ? gates : gates.filter(({ name }) => wanted.some((word) => name.includes(word)))
const allHold = await runGates(asked, (line) => void process.stdout.write(`${line}\n`))
process.exitCode = allHold ? 0 : 1
