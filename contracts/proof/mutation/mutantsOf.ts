import type { Change, Mutant } from './Mutant.ts'
import { solidityChanges } from './solidityChanges.ts'
import { decoded, lineAt, walk, type SourceFile, type SyntaxNode } from './syntax.ts'
import { keptLiterals, yulChanges } from './yulChanges.ts'

/** Statements in a loop's head, which end the loop. Without them a test would run until out of gas. */
function loopHeads(tree: SyntaxNode): ReadonlySet<unknown> {
  return new Set(
    [...walk(tree)].flatMap((node) =>
      node.nodeType === 'ForStatement' ? [node['loopExpression'], node['initializationExpression']] : [],
    ),
  )
}

/**
 * Skips error texts (compared by the tests of errors), parts of declared constants (changed as a whole), and lengths of
 * types (must be constant, and only reserve storage).
 */
function goesInto(node: SyntaxNode): boolean {
  if (node.nodeType === 'VariableDeclaration') return node['constant'] !== true
  return node.nodeType !== 'RevertStatement' && node.nodeType !== 'ArrayTypeName'
}

function changesIn(file: SourceFile): Change[] {
  const heads = loopHeads(file.tree)
  const kept = new Set([...walk(file.tree)].flatMap(keptLiterals))
  const nodes = [...walk(file.tree, (node) => goesInto(node) && !heads.has(node) && !kept.has(node))]
  return nodes
    .filter((node) => !heads.has(node) && !kept.has(node))
    .flatMap((node) => [...solidityChanges(file, node), ...yulChanges(file, node)])
}

/** All mutants of the files, numbered from 1. */
export function mutantsOf(files: readonly SourceFile[]): Mutant[] {
  return files
    .flatMap((file) => changesIn(file).map((change) => ({ file, change })))
    .map(({ file, change }, index) => ({
      ...change,
      id: index + 1,
      file: file.name,
      line: lineAt(file, change.start),
      before: decoded(file.bytes.slice(change.start, change.end)),
      after: decoded(change.after),
    }))
}
