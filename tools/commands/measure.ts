import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureHouse } from '../measure/measureHouse.ts'
import { root } from '../root.ts'

/**
 * `pnpm measure`: what a change of this repository costs to read and to make, against the goals.
 * `--check` fails if a number that may only shrink has grown; `--write` lowers the limits to what is measured.
 */
const { values } = parseArgs({ options: { check: { type: 'boolean' }, write: { type: 'boolean' } } })
const limitsFile = join(root, 'tools/measure/limits.json')
const limits: Record<string, number> = JSON.parse(readFileSync(limitsFile, 'utf8'))
const measures = measureHouse(root)
for (const { name, value, goal, how } of measures) {
  const mark = value <= goal ? 'ok  ' : 'over'
  console.log(`${mark} ${name.padEnd(42)} ${String(value).padStart(6)}  goal ${String(goal).padStart(6)}  ${how}`)
}
const bounded = measures.filter(({ ratchet }) => ratchet)
const grown = values.check ? bounded.filter(({ name, value }) => value > (limits[name] ?? Infinity)) : []
for (const { name, value } of grown)
  console.error(`${name}: ${value}, and ${limits[name]} is the limit of tools/measure/limits.json`)
if (grown.length > 0) process.exitCode = 1
if (values.write) {
  const lowered = bounded.map(({ name, value }) => [name, Math.min(value, limits[name] ?? value)])
  writeFileSync(limitsFile, `${JSON.stringify(Object.fromEntries(lowered), null, 2)}\n`)
}
