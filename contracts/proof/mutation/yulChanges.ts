import type { Change } from './Mutant.ts'
import { isNode, rangeOf, textOf, walk, type SourceFile, type SyntaxNode } from './syntax.ts'

/** Built-ins without side effects: both alternatives can be computed, and one used. */
const pure = new Set([
  'add',
  'sub',
  'mul',
  'and',
  'or',
  'not',
  'xor',
  'eq',
  'gt',
  'lt',
  'iszero',
  'shr',
  'shl',
  'mload',
  'gas',
  'calldataload',
  'caller',
  'returndatasize',
])
const mistaken: Readonly<Record<string, string>> = {
  add: 'sub',
  sub: 'add',
  and: 'or',
  or: 'and',
  gt: 'lt',
  lt: 'gt',
  shr: 'shl',
  shl: 'shr',
  mul: 'add',
}

function nameOf(node: SyntaxNode): string {
  const { functionName } = node
  return isNode(functionName) && typeof functionName['name'] === 'string' ? functionName['name'] : ''
}

function isPure(node: SyntaxNode): boolean {
  return [...walk(node)].every((inner) => inner.nodeType !== 'YulFunctionCall' || pure.has(nameOf(inner)))
}

/** `mload(0x40)` and `mstore(0x40, …)`. */
function movesFreeMemory(node: SyntaxNode, given: readonly unknown[]): boolean {
  const [place] = given
  return ['mload', 'mstore'].includes(nameOf(node)) && isNode(place) && place['value'] === '0x40'
}

const calling = new Set(['call', 'staticcall', 'delegatecall'])

/**
 * Literals that must stay.
 *
 * Where a dropped answer goes (the last two arguments of a call that copies nothing), where free memory begins (one
 * byte more can't be observed), and the values of a `switch`, which must be literals.
 */
export function keptLiterals(node: SyntaxNode): readonly unknown[] {
  if (node.nodeType === 'YulCase') return [node['value']]
  const { arguments: given } = node
  if (node.nodeType !== 'YulFunctionCall' || !Array.isArray(given)) return []
  if (movesFreeMemory(node, given)) return [...walk(node)].filter((inner) => inner.nodeType === 'YulLiteral')
  if (!calling.has(nameOf(node))) return []
  const [place, size] = given.slice(-2)
  return isNode(size) && size['value'] === '0' ? [place, size] : []
}

/** Every change of a node of inline assembly. Calls with side effects stay; removing statements covers them. */
export function yulChanges(file: SourceFile, node: SyntaxNode): Change[] {
  const range = rangeOf(node)
  if (node.nodeType === 'YulExpressionStatement') return [{ kind: 'effect', after: '', ...range, form: 'yul' }]
  if (node.nodeType === 'YulLiteral')
    return [{ kind: 'constant', after: `add(${textOf(file, node)}, 1)`, ...range, form: 'yul' }]
  if (node.nodeType !== 'YulFunctionCall' || !isPure(node)) return []
  const name = nameOf(node)
  const other = mistaken[name]
  return other === undefined
    ? []
    : [{ kind: 'operator', after: other + textOf(file, node).slice(name.length), ...range, form: 'yul' }]
}
