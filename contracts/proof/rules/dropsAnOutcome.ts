import { isNode, lineAt, rangeOf, textOf, walk, type SourceFile, type SyntaxNode } from '../mutation/syntax.ts'
import type { Violation } from './Violation.ts'

const rule = 'The outcome of a low-level call is looked at'
const lowLevel = new Set(['call', 'delegatecall', 'staticcall', 'send', 'callcode'])

function typeIdentifier(node: SyntaxNode): string {
  const { typeDescriptions: type } = node
  return typeof type === 'object' &&
    type !== null &&
    'typeIdentifier' in type &&
    typeof type.typeIdentifier === 'string'
    ? type.typeIdentifier
    : ''
}

/** `address.call(…)` and its like, with or without `{value: …}`. */
function isLowLevelCall(node: unknown): boolean {
  if (!isNode(node) || node.nodeType !== 'FunctionCall' || !isNode(node['expression'])) return false
  return /^t_function_(barecall|baredelegatecall|barestaticcall|send)/.test(typeIdentifier(node['expression']))
}

function isYulCall(node: unknown): boolean {
  if (!isNode(node) || node.nodeType !== 'YulFunctionCall') return false
  const { functionName } = node
  return isNode(functionName) && typeof functionName['name'] === 'string' && lowLevel.has(functionName['name'])
}

function drops(node: SyntaxNode): boolean {
  const { expression, declarations, initialValue, functionName, arguments: given } = node
  if (node.nodeType === 'ExpressionStatement') return isLowLevelCall(expression)
  if (node.nodeType === 'VariableDeclarationStatement')
    return isLowLevelCall(initialValue) && Array.isArray(declarations) && declarations[0] === null
  if (node.nodeType === 'YulExpressionStatement') return isYulCall(expression)
  if (node.nodeType !== 'YulFunctionCall' || !isNode(functionName) || functionName['name'] !== 'pop') return false
  return Array.isArray(given) && given.some(isYulCall)
}

/** A call whose success is ignored: as a statement, without its first return value, or popped in assembly. */
export function dropsAnOutcome(file: SourceFile): Violation[] {
  return [...walk(file.tree)].flatMap((node) =>
    drops(node) ? [{ rule, where: `${file.name}:${lineAt(file, rangeOf(node).start)}`, what: textOf(file, node) }] : [],
  )
}
