import { describe, expect, it } from 'vitest'
import { findMark } from '../language/marks.ts'
import { readProse } from '../language/readProse.ts'
import { subjectProblem } from '../language/subjects.ts'

describe('the language check', () => {
  it.each([
    'Tells whoever listens.',
    'Nobody waits for it.',
    'Builds the index anew.',
    'Where the file stands.',
    'What is left is dropped.',
    'Retries so often.',
    'The page is told.',
    'Two calls, of which one fails.',
    'Ends all the same.',
    'Recovers by itself.',
    'Put right by a reload.',
  ])('finds the mark in "%s"', (sentence) => {
    expect(findMark(sentence)).toBeDefined()
  })

  it.each([
    'LRU map with a size limit.',
    'Yields to the event loop after 2 ms of work.',
    'TTL stands for time to live.',
    'Retries as often as the limit allows, so that a restart is survived.',
    'The caller handles a rejection.',
  ])('accepts "%s"', (sentence) => {
    expect(findMark(sentence)).toBeUndefined()
  })

  it('reads comments and test titles, but no strings', () => {
    const text = [
      '/**',
      ' * First line',
      ' * and second.',
      ' */',
      "const url = 'https://example.org//path' // behind code",
      '// one comment',
      '// of two lines',
      "describe('a room', () => {",
      "  it.each([1])('has %s seats', () => {})",
      "  test('closes', { timeout: 1 }, async () => {})",
      '})',
    ].join('\n')
    expect(readProse('a.test.ts', text).map(({ kind, line, text: words }) => [kind, line, words])).toEqual([
      ['comments', 1, 'First line and second.'],
      ['comments', 5, 'behind code one comment of two lines'],
      ['titles', 8, 'a room'],
      ['titles', 9, 'has %s seats'],
      ['titles', 10, 'closes'],
    ])
  })

  it('reads sentences of documents, but no code', () => {
    const text =
      '# A heading\n\nOne sentence. Another one.\n\n```\nnot this line\n```\n\n| a cell here | and a second |\n'
    expect(readProse('a.md', text).map(({ line, text: words }) => [line, words])).toEqual([
      [1, 'A heading'],
      [3, 'One sentence.'],
      [3, 'Another one.'],
      [9, 'a cell here'],
      [9, 'and a second'],
    ])
  })

  it('skips generated code', () => {
    expect(readProse('packages/chain/src/gen/abi.ts', '// a comment')).toEqual([])
  })

  it.each(['voice: keep the microphone open', "Merge branch 'voice'", 'e2e, tools: wait for the page'])(
    'accepts the subject "%s"',
    (subject) => {
      expect(subjectProblem(subject)).toBeNull()
    },
  )

  it.each([
    'Keep the microphone open',
    'voice: tell whoever listens',
    `voice: ${'keep the microphone open '.repeat(4)}`,
  ])('refuses the subject "%s"', (subject) => {
    expect(subjectProblem(subject)).not.toBeNull()
  })
})
