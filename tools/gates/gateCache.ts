import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readImportGraph } from '../changed/importGraph.ts'
import type { Gate } from './gates.ts'

/** Remembers the inputs with which each gate passed, so that it runs again only when they change. */
export interface GateCache {
  hasPassed(gate: Gate): boolean
  /** The files that a narrow gate must check since its last pass; null for all. */
  affected(gate: Gate): readonly string[] | null
  /** Stores the gates that passed, unless their inputs changed while they ran. */
  save(passed: readonly Gate[]): void
}

interface Stored {
  /** The newest key first. */
  readonly keys: readonly string[]
  /** For narrow gates: the inputs of the last pass, by path. */
  readonly inputs?: Readonly<Record<string, string>>
}

/** Enough to switch between branches for free. */
const keysPerGate = 20
/** Beyond this, checking all files is as fast. */
const affectedLimit = 300
const allGatesRead = /^(pnpm-lock\.yaml|tools\/gates\/)/

/** @param root whose files git lists; without git every gate runs. @param file where the cache lives. */
export function openGateCache(root: string, file: string): GateCache {
  if (!existsSync(join(root, '.git'))) return { hasPassed: () => false, affected: () => null, save: () => {} }
  const before = readInputs(root)
  const stored = readStored(file)
  return {
    hasPassed: (gate) => stored[gate.name]?.keys.includes(keyOf(gate, before(gate))) ?? false,
    affected(gate) {
      const last = stored[gate.name]?.inputs
      const now = before(gate)
      if (!gate.narrow || !last) return null
      const changed = [...new Set([...Object.keys(last), ...Object.keys(now)])].filter(
        (path) => last[path] !== now[path],
      )
      if (!changed.every((path) => gate.narrow?.test(path) && !allGatesRead.test(path))) return null
      const present = Object.keys(now)
      const files = [...readImportGraph(root, present).reach(changed).keys()].filter((path) => Object.hasOwn(now, path))
      return files.length > affectedLimit ? null : files
    },
    save(passed) {
      const after = readInputs(root)
      const next: Record<string, Stored> = { ...readStored(file) }
      for (const gate of passed) {
        const key = keyOf(gate, before(gate))
        if (key !== keyOf(gate, after(gate))) continue
        const keys = [key, ...(next[gate.name]?.keys ?? []).filter((other) => other !== key)].slice(0, keysPerGate)
        next[gate.name] = gate.narrow ? { keys, inputs: before(gate) } : { keys }
      }
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, JSON.stringify(next))
    },
  }
}

/** A corrupt cache counts as empty. */
function readStored(file: string): Readonly<Record<string, Stored>> {
  if (!existsSync(file)) return {}
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}

/** Hashes of a gate's inputs by path. Each file of the working tree is read at most once. */
function readInputs(root: string): (gate: Gate) => Readonly<Record<string, string>> {
  const list = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 50_000_000,
  })
  const paths = [...new Set(list.split('\0'))]
    .filter((path) => path !== '' && statSync(join(root, path), { throwIfNoEntry: false })?.isFile())
    .toSorted()
  const wholes = new Map<string, string>()
  const whole = (path: string): string => {
    const known = wholes.get(path) ?? digest(readFileSync(join(root, path)))
    wholes.set(path, known)
    return known
  }
  return ({ inputs: { files, partOf } }) => {
    const found: Record<string, string> = {}
    for (const path of paths)
      if (allGatesRead.test(path)) found[path] = whole(path)
      else if (files.test(path))
        found[path] = partOf ? digest(partOf(readFileSync(join(root, path), 'utf8'))) : whole(path)
    return found
  }
}

function keyOf({ name, args, inputs: { state } }: Gate, files: Readonly<Record<string, string>>): string {
  return digest(JSON.stringify([name, args, process.version, process.platform, process.arch, files, state?.()]))
}

function digest(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22)
}
