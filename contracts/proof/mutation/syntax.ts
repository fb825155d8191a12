import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { contractsRoot, standardJson } from '../../build/index.ts'
import { solcOutput } from '../../build/solcOutput.ts'

/** A node of the compiler's syntax tree. Its fields depend on its type. */
export interface SyntaxNode {
  readonly nodeType: string
  /** `start:length:file`, in bytes. */
  readonly src: string
  readonly [field: string]: unknown
}

/** A source file as the compiler read it. The tree's offsets count bytes, so the text has one character per byte. */
export interface SourceFile {
  readonly name: string
  readonly bytes: string
  readonly tree: SyntaxNode
  /** Ids of state variables, over all files parsed together. */
  readonly stateVariables: ReadonlySet<unknown>
}

/** Nodes come from the compiler; anything else in the tree is a value. */
export function isNode(value: unknown): value is SyntaxNode {
  return (
    typeof value === 'object' &&
    value !== null &&
    'nodeType' in value &&
    'src' in value &&
    typeof value.src === 'string'
  )
}

export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  return Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  )
}

/** The node and its descendants, parents first. `into` decides whether to descend. */
export function* walk(node: SyntaxNode, into: (node: SyntaxNode) => boolean = () => true): Generator<SyntaxNode> {
  yield node
  if (!into(node)) return
  for (const child of childrenOf(node)) yield* walk(child, into)
}

export interface Range {
  readonly start: number
  readonly end: number
}

export function rangeOf(node: SyntaxNode): Range {
  const [start = 0, length = 0] = node.src.split(':').map(Number)
  return { start, end: start + length }
}

export function textOf(file: SourceFile, node: SyntaxNode): string {
  const { start, end } = rangeOf(node)
  return file.bytes.slice(start, end)
}

/** 1 for the first line. */
export function lineAt(file: SourceFile, offset: number): number {
  return file.bytes.slice(0, offset).split('\n').length
}

/** Converts one character per byte back to text. */
export function decoded(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/** The sources don't compile, so there is no syntax tree. */
export class NotSolidity extends Error {
  readonly code = 'not-solidity'
}

/** The product's own Solidity sources (src/), parsed. */
export function ownSources(): SourceFile[] {
  const names = readdirSync(join(contractsRoot, 'src')).map((file) => `src/${file}`)
  return parse(names)
}

/** Parses files by name, or the given text. */
export function parse(names: readonly string[], given: Readonly<Record<string, string>> = {}): SourceFile[] {
  const input = standardJson(names, given)
  const { sources = {}, errors = [] } = solcOutput(input, { '*': { '': ['ast'] } })
  const wrong = errors.find((problem) => problem.severity === 'error')
  if (wrong) throw new NotSolidity(wrong.formattedMessage)
  const trees = Object.values(sources).flatMap(({ ast }) => (isNode(ast) ? [ast] : []))
  const stateVariables = new Set(
    trees.flatMap((tree) => [...walk(tree)].filter((node) => node['stateVariable'] === true).map((node) => node['id'])),
  )
  return names.flatMap((name) => {
    const tree = sources[name]?.ast
    const content = input.sources[name]?.content
    return isNode(tree) && content !== undefined
      ? [{ name, bytes: Buffer.from(content, 'utf8').toString('latin1'), tree, stateVariables }]
      : []
  })
}
