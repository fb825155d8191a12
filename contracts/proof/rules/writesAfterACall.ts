import {
  childrenOf,
  isNode,
  lineAt,
  rangeOf,
  textOf,
  walk,
  type SourceFile,
  type SyntaxNode,
} from '../mutation/syntax.ts'
import type { Violation } from './Violation.ts'

const rule = 'State is written before another contract is called'

interface Happening {
  readonly kind: 'call' | 'write'
  readonly file: SourceFile
  readonly node: SyntaxNode
  /** The enclosing function, `Contract.function`. */
  readonly within: string
  /** The call path to it, itself included. */
  readonly path: readonly string[]
}

interface Known {
  readonly file: SourceFile
  readonly node: SyntaxNode
  readonly name: string
}

const calls = new Set(['call', 'delegatecall', 'callcode'])
const writes = new Set(['sstore'])

function namesOf(files: readonly SourceFile[]): ReadonlyMap<unknown, Known> {
  const known = new Map<unknown, Known>()
  for (const file of files) {
    for (const node of walk(file.tree)) {
      const contract = node.nodeType === 'ContractDefinition' ? String(node['name']) : ''
      for (const child of node.nodeType === 'ContractDefinition' || node.nodeType === 'SourceUnit'
        ? childrenOf(node)
        : []) {
        if (child.nodeType === 'FunctionDefinition' || child.nodeType === 'VariableDeclaration')
          known.set(child['id'], { file, node: child, name: `${contract}.${String(child['name'])}` })
      }
    }
  }
  return known
}

function typeIdentifier(node: SyntaxNode): string {
  const { typeDescriptions: type } = node
  return typeof type === 'object' &&
    type !== null &&
    'typeIdentifier' in type &&
    typeof type.typeIdentifier === 'string'
    ? type.typeIdentifier
    : ''
}

/** The variable at the root of `a.b[c].d`, if its place is storage that outlives the transaction. */
function isStored(target: unknown, known: ReadonlyMap<unknown, Known>): boolean {
  if (!isNode(target)) return false
  const { expression, baseExpression, components } = target
  if (Array.isArray(components)) return components.some((part) => isStored(part, known))
  // A slot behind a storage pointer, whatever its origin. Assigning the pointer itself writes nothing.
  const behindPointer = [expression, baseExpression].some(
    (base) => isNode(base) && /_storage(_ptr)?$/.test(typeIdentifier(base)),
  )
  if (behindPointer) return true
  const variable = known.get(target['referencedDeclaration'])?.node
  if (variable) return variable['stateVariable'] === true && variable['storageLocation'] !== 'transient'
  return isStored(expression, known) || isStored(baseExpression, known)
}

function isWrite(node: SyntaxNode, known: ReadonlyMap<unknown, Known>): boolean {
  if (node.nodeType === 'Assignment') return isStored(node['leftHandSide'], known)
  if (node.nodeType === 'UnaryOperation')
    return ['delete', '++', '--'].includes(String(node['operator'])) && isStored(node['subExpression'], known)
  const { functionName } = node
  return node.nodeType === 'YulFunctionCall' && isNode(functionName) && writes.has(String(functionName['name']))
}

function isCall(node: SyntaxNode): boolean {
  const { expression, functionName } = node
  if (node.nodeType === 'YulFunctionCall') return isNode(functionName) && calls.has(String(functionName['name']))
  if (node.nodeType !== 'FunctionCall' || !isNode(expression)) return false
  return (
    /^t_function_(barecall|baredelegatecall|send|transfer|external)_(?!view|pure)/.test(typeIdentifier(expression)) &&
    !/^t_function_external_(view|pure)/.test(typeIdentifier(expression))
  )
}

/** A function's storage writes and external calls, in order, including those of functions it calls. */
function* happenings(
  definition: Known,
  known: ReadonlyMap<unknown, Known>,
  path: readonly string[],
): Generator<Happening> {
  const { body } = definition.node
  if (!isNode(body) || path.includes(definition.name)) return
  const here = { file: definition.file, within: definition.name, path: [...path, definition.name] }
  const visit = function* (node: SyntaxNode): Generator<Happening> {
    // Subexpressions are evaluated before the expression.
    for (const child of childrenOf(node)) yield* visit(child)
    if (isWrite(node, known)) yield { ...here, kind: 'write', node }
    if (isCall(node)) yield { ...here, kind: 'call', node }
    const { expression } = node
    const called =
      node.nodeType === 'FunctionCall' && isNode(expression)
        ? known.get(expression['referencedDeclaration'])
        : undefined
    if (called?.node.nodeType === 'FunctionDefinition') yield* happenings(called, known, here.path)
  }
  yield* visit(body)
}

function isEntry(known: Known): boolean {
  const { node } = known
  return (
    node.nodeType === 'FunctionDefinition' &&
    ['external', 'public'].includes(String(node['visibility'])) &&
    !['view', 'pure'].includes(String(node['stateMutability']))
  )
}

/**
 * A write to storage after an external call, for each externally callable function and everything it calls
 * internally. Transient storage, the guard's, is ignored.
 * @param meant Functions (`Contract.function`) that deliberately write afterwards, themselves or through what they
 * call
 */
export function writesAfterACall(files: readonly SourceFile[], meant: ReadonlySet<string>): Violation[] {
  const known = namesOf(files)
  const found = new Map<string, Violation>()
  for (const entry of [...known.values()].filter(isEntry)) {
    let called = false
    for (const happening of happenings(entry, known, [])) {
      if (happening.kind === 'call') called = true
      if (happening.kind === 'call' || !called || happening.path.some((name) => meant.has(name))) continue
      const where = `${happening.file.name}:${lineAt(happening.file, rangeOf(happening.node).start)}`
      found.set(where, {
        rule,
        where,
        what: `${textOf(happening.file, happening.node)} in ${happening.within}, reached from ${entry.name}`,
      })
    }
  }
  return [...found.values()]
}
