import { isNode, lineAt, rangeOf, textOf, walk, type SourceFile } from '../mutation/syntax.ts'
import type { Violation } from './Violation.ts'

const rule = 'Nobody is trusted by tx.origin'

/** `tx.origin` in Solidity, `origin()` in assembly. A transaction's sender hasn't agreed to every contract in it. */
export function asksForTheOrigin(file: SourceFile): Violation[] {
  return [...walk(file.tree)].flatMap((node) => {
    const { expression, functionName, memberName } = node
    const member =
      node.nodeType === 'MemberAccess' && memberName === 'origin' && isNode(expression) && expression['name'] === 'tx'
    const builtIn = node.nodeType === 'YulFunctionCall' && isNode(functionName) && functionName['name'] === 'origin'
    return member || builtIn
      ? [{ rule, where: `${file.name}:${lineAt(file, rangeOf(node).start)}`, what: textOf(file, node) }]
      : []
  })
}
