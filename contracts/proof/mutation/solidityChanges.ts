import type { Change } from './Mutant.ts'
import { childrenOf, isNode, rangeOf, textOf, walk, type SourceFile, type SyntaxNode } from './syntax.ts'

/** Plausible replacements for an operator. */
const operators: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '==': ['!='],
  '!=': ['=='],
  '&&': ['||'],
  '||': ['&&'],
  '+': ['-'],
  '-': ['+'],
  '*': ['+'],
  '/': ['*'],
  '<<': ['>>'],
  '>>': ['<<'],
  '&': ['|'],
  '|': ['&'],
}

const assignments: Readonly<Record<string, string>> = { '+=': '-=', '-=': '+=', '|=': '&=', '&=': '|=' }

function binary(file: SourceFile, node: SyntaxNode): Change[] {
  const { leftExpression: left, rightExpression: right, operator } = node
  if (!isNode(left) || !isNode(right) || typeof operator !== 'string') return []
  const texts = [textOf(file, left), textOf(file, right)] as const
  const swapped = (operators[operator] ?? []).map((other) => ({
    kind: 'operator',
    after: `${texts[0]} ${other} ${texts[1]}`,
  }))
  const shifted =
    right.nodeType === 'Literal' && /^\d+$/.test(texts[1])
      ? [{ kind: 'constant', after: `${texts[0]} ${operator} ${Number(texts[1]) + 1}` }]
      : []
  return [...swapped, ...shifted].map((change) => ({ ...change, ...rangeOf(node), form: 'expression' }))
}

function unary(file: SourceFile, node: SyntaxNode): Change[] {
  const { subExpression: inner, operator } = node
  if (!isNode(inner) || (operator !== '!' && operator !== '~')) return []
  return [{ kind: 'operator', after: textOf(file, inner), ...rangeOf(node), form: 'expression' }]
}

function endsInRevert(body: unknown): boolean {
  if (!isNode(body)) return false
  if (body.nodeType === 'RevertStatement') return true
  return body.nodeType === 'Block' && childrenOf(body).some(endsInRevert)
}

/** Makes a check never fail or always fail; other conditions likewise. */
function condition(_file: SourceFile, node: SyntaxNode): Change[] {
  const { condition: asked, trueBody } = node
  if (!isNode(asked)) return []
  const kind = endsInRevert(trueBody) ? 'check' : 'condition'
  return ['true', 'false'].map((after) => ({ kind, after, ...rangeOf(asked), form: 'expression' }))
}

function conditional(file: SourceFile, node: SyntaxNode): Change[] {
  const { condition: asked, trueExpression: yes, falseExpression: no } = node
  if (!isNode(asked) || !isNode(yes) || !isNode(no)) return []
  return [
    {
      kind: 'condition',
      after: `${textOf(file, asked)} ? ${textOf(file, no)} : ${textOf(file, yes)}`,
      ...rangeOf(node),
      form: 'expression',
    },
  ]
}

function literal(_file: SourceFile, node: SyntaxNode): Change[] {
  if (node['kind'] !== 'bool') return []
  return [
    { kind: 'constant', after: node['value'] === 'true' ? 'false' : 'true', ...rangeOf(node), form: 'expression' },
  ]
}

function returned(file: SourceFile, node: SyntaxNode): Change[] {
  const { expression } = node
  if (!isNode(expression)) return []
  const { typeDescriptions: type } = expression
  const isBool = typeof type === 'object' && type !== null && 'typeString' in type && type.typeString === 'bool'
  return isBool
    ? [{ kind: 'condition', after: `!(${textOf(file, expression)})`, ...rangeOf(expression), form: 'expression' }]
    : []
}

function statement(file: SourceFile, node: SyntaxNode): Change[] {
  const kind = node.nodeType === 'EmitStatement' ? 'event' : 'effect'
  const removed: Change = { kind, after: '', ...rangeOf(node), form: 'statement' }
  const { expression } = node
  if (!isNode(expression) || expression.nodeType !== 'Assignment') return [removed]
  const { leftHandSide: left, rightHandSide: right, operator } = expression
  const other = typeof operator === 'string' ? assignments[operator] : undefined
  if (other === undefined || !isNode(left) || !isNode(right)) return [removed]
  return [
    removed,
    {
      kind: 'operator',
      after: `${textOf(file, left)} ${other} ${textOf(file, right)}`,
      ...rangeOf(node),
      form: 'statement',
    },
  ]
}

type Effect = { readonly kind: 'event' | 'call' | 'write'; readonly text: string; readonly target: string }

/** An event, a call, or a write to storage. Local variables can't be observed from outside. */
function effectOf(file: SourceFile, node: SyntaxNode): Effect | undefined {
  const text = textOf(file, node)
  if (node.nodeType === 'EmitStatement') return { kind: 'event', text, target: '' }
  const { expression } = node
  if (node.nodeType !== 'ExpressionStatement' || !isNode(expression)) return undefined
  if (expression.nodeType === 'FunctionCall') return { kind: 'call', text, target: '' }
  const target = expression.nodeType === 'Assignment' ? expression['leftHandSide'] : expression['subExpression']
  if (!isNode(target)) return undefined
  const isStored = [...walk(target)].some(
    (part) =>
      file.stateVariables.has(part['referencedDeclaration']) ||
      JSON.stringify(part['typeDescriptions'] ?? '').includes('_storage'),
  )
  return isStored ? { kind: 'write', text, target: textOf(file, target) } : undefined
}

/**
 * Whether the order of two effects is observable. For a write and an event, only if the event reports the written
 * value.
 */
function isOrdered(first: Effect, second: Effect): boolean {
  if (first.kind === 'call' || second.kind === 'call') return true
  if (first.kind === second.kind) return first.kind === 'event'
  const [write, event] = first.kind === 'write' ? [first, second] : [second, first]
  return event.text.includes(write.target)
}

/** Swaps two neighbouring effects. */
function orders(file: SourceFile, node: SyntaxNode): Change[] {
  const { statements } = node
  if (!Array.isArray(statements)) return []
  const nodes = statements.filter(isNode)
  return nodes.flatMap((first, index): Change[] => {
    const second = nodes[index + 1]
    if (second === undefined) return []
    const effects = [effectOf(file, first), effectOf(file, second)] as const
    if (effects[0] === undefined || effects[1] === undefined || !isOrdered(effects[0], effects[1])) return []
    const after = `${textOf(file, second)}; ${textOf(file, first)}`
    return [{ kind: 'order', after, start: rangeOf(first).start, end: rangeOf(second).end, form: 'statement' }]
  })
}

function access(_file: SourceFile, node: SyntaxNode): Change[] {
  const { modifiers } = node
  if (!Array.isArray(modifiers) || node['kind'] === 'constructor') return []
  return modifiers
    .filter(isNode)
    .map((modifier) => ({ kind: 'access', after: '', ...rangeOf(modifier), form: 'alone' }))
}

/** Named constants need a literal value, so each mutant is a contract of its own. */
function constant(_file: SourceFile, node: SyntaxNode): Change[] {
  const { constant: isConstant, value } = node
  if (isConstant !== true || !isNode(value)) return []
  return [{ kind: 'constant', after: `(${textOf(_file, value)}) + 1`, ...rangeOf(value), form: 'alone' }]
}

const changesOf: Readonly<Record<string, (file: SourceFile, node: SyntaxNode) => Change[]>> = {
  BinaryOperation: binary,
  UnaryOperation: unary,
  IfStatement: condition,
  Conditional: conditional,
  Literal: literal,
  Return: returned,
  ExpressionStatement: statement,
  EmitStatement: statement,
  Block: orders,
  UncheckedBlock: orders,
  FunctionDefinition: access,
  VariableDeclaration: constant,
}

/** Every change of a Solidity node, excluding its children. */
export function solidityChanges(file: SourceFile, node: SyntaxNode): Change[] {
  return changesOf[node.nodeType]?.(file, node) ?? []
}
