import { describe, expect, it } from 'vitest'
import {
  decodeAnswer,
  encodeAnswer,
  messageOf,
  MessageReader,
  MessageTooLongError,
} from '../../src/images/workers/pictureJob.ts'

describe('given messages of a picture worker', () => {
  it('are put together again, in whatever pieces they come', () => {
    const sent = ['', 'a', 'a longer one'].map((text) => Buffer.from(text))
    const all = Buffer.concat(sent.map(messageOf))
    for (const size of [1, 3, 7, all.length]) {
      const reader = new MessageReader(100)
      const got: Buffer[] = []
      for (let at = 0; at < all.length; at += size) got.push(...reader.read(all.subarray(at, at + size)))
      expect(got).toEqual(sent)
    }
  })

  it('are refused as soon as a length over the bound is announced', () => {
    const reader = new MessageReader(100)
    expect(reader.read(messageOf(Buffer.alloc(100)))).toHaveLength(1)
    expect(() => reader.read(Buffer.from([0, 0, 0, 101]))).toThrow(MessageTooLongError)
  })
})

describe('given answers of a picture worker', () => {
  it.each([
    { id: 1, bytes: Buffer.from('a picture\nof two lines') },
    { id: 2, problem: 'notRendered', detail: 'it "broke" \n off' } as const,
  ])('come out as they went in', (answer) => {
    expect(decodeAnswer(Buffer.from(encodeAnswer(answer)))).toEqual(answer)
  })

  it.each([
    ['no head', ''],
    ['no end of its head', '{"id":1}'],
    ['a head without end', `${' '.repeat(10_000)}\n`],
    ['another head', '{"bytes":"x"}\n'],
    ['an unknown problem', '{"id":1,"problem":"__proto__","detail":""}\n'],
    ['too long a reason', `{"id":1,"problem":"tooLarge","detail":"${'x'.repeat(400)}"}\n`],
  ])('are none with %s', (_, text) => {
    expect(decodeAnswer(Buffer.from(text))).toBeNull()
  })
})
