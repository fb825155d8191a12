/** A piece of English in a file: a comment, a sentence of a document, or a test title. */
export interface Prose {
  readonly kind: 'comments' | 'docs' | 'titles'
  readonly file: string
  readonly line: number
  readonly text: string
}

const code = /\.([cm]?[jt]s|tsx|sol|css)$/
const test = /\.(test|spec)\.tsx?$/
const generated = /\/gen\//

/** Matches strings too, so that slashes inside them don't count as comments. Adjacent line comments are one. */
const stringOrComment =
  /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\*[\s\S]*?\*\/|(?<![:\w])\/\/.*(?:\n[ \t]*\/\/.*)*/g
const cssComment = /\/\*[\s\S]*?\*\//g
const title =
  /(?:\b(?:it|test|describe)(?:\.\w+)*|[\])}])\(\s*(['"`])((?:\\.|(?!\1)[^\\])+)\1\s*,\s*(?:\{[^}]*\}\s*,\s*)?(?:async\b|\(|function\b)/g
const shortest = 8

/** All prose of a file; empty for generated code and files without prose. */
export function readProse(file: string, text: string): readonly Prose[] {
  if (generated.test(file)) return []
  if (file.endsWith('.md')) return sentences(file, text)
  if (!code.test(file)) return []
  return [...comments(file, text), ...(test.test(file) ? titles(file, text) : [])]
}

function comments(file: string, text: string): Prose[] {
  const found = file.endsWith('.css') ? text.matchAll(cssComment) : text.matchAll(stringOrComment)
  return [...found]
    .filter(([raw]) => raw.startsWith('/'))
    .map(({ 0: raw, index }) => ({ kind: 'comments' as const, file, line: lineOf(text, index), text: plain(raw) }))
    .filter((piece) => piece.text.length >= shortest)
}

function plain(raw: string): string {
  return raw
    .replace(/^\/\*+|\*+\/$|^\/\/+/g, '')
    .replaceAll(/\s*\n\s*(?:\*|\/\/)?\s*/g, ' ')
    .trim()
}

function sentences(file: string, text: string): Prose[] {
  const withoutCode = text.replaceAll(/^```[\s\S]*?^```/gm, (block) => block.replaceAll(/[^\n]/g, ''))
  const found: Prose[] = []
  for (const [at, line] of withoutCode.split('\n').entries())
    for (const part of line.split(/(?<=[.!?:])\s+|\s*\|\s*/)) {
      const sentence = part.replace(/^[\s>#*-]+/, '').trim()
      if (sentence.length >= shortest) found.push({ kind: 'docs', file, line: at + 1, text: sentence })
    }
  return found
}

function titles(file: string, text: string): Prose[] {
  return [...text.matchAll(title)].map(({ 2: words = '', index }) => ({
    kind: 'titles' as const,
    file,
    line: lineOf(text, index),
    text: words,
  }))
}

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}
