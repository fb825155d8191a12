import { describe, expect, it } from 'vitest'
import { csvLine } from '../../src/lib/csv.ts'
import { seededRandom } from '../holdings/randomTrades.ts'

/** Reads RFC 4180 by its grammar, and throws at anything else. */
function readCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < text.length) {
    const rest = text.slice(at)
    const found = /^"((?:[^"]|"")*)"/.exec(rest) ?? /^([^",\r\n]*)/.exec(rest)
    if (!found) throw new Error(`no field at ${at}`)
    row.push((found[1] ?? '').replaceAll('""', '"'))
    at += found[0].length
    const end = /^(,|\r\n)/.exec(text.slice(at))
    if (!end) throw new Error(`neither a comma nor an end at ${at}`)
    at += end[0].length
    if (end[0] === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}

const nasty = ['=', '+', '-', '@', '\t', '\r', '\n', '"', ',', "'", ';', ' ', 'A1', 'cmd|', '#', '\u202e', '漢', '0']

describe('given fields that a stranger chose', () => {
  it('writes a thousand random ones so that they are read back, and none of them begins a formula', () => {
    const random = seededRandom(Number(process.env['CSV_SEED'] ?? 1))
    const text = () =>
      Array.from({ length: Math.floor(random() * 8) }, () => nasty[Math.floor(random() * nasty.length)]).join('')
    for (let turn = 0; turn < 1_000; turn++) {
      const fields = Array.from({ length: 1 + Math.floor(random() * 5) }, text)
      const [read, ...others] = readCsv(csvLine(fields))
      expect(others).toEqual([])
      expect(read).toHaveLength(fields.length)
      for (const [at, field] of fields.entries()) {
        expect([field, `'${field}`]).toContain(read?.[at])
        expect(read?.[at]).not.toMatch(/^[=+\-@\t\r\n]|^\s+[=+\-@]/)
      }
    }
  })

  it('leaves plain words, amounts and hashes as they are', () => {
    expect(csvLine(['Dokyo #7', '0.01', '0xabc', ''])).toBe('Dokyo #7,0.01,0xabc,\r\n')
  })
})
