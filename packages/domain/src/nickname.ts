import { readAs } from './letters.ts'

/** In code points. Longer ones are cut. */
export const maxNicknameLength = 40

/** Nothing is seen of these, or they turn what follows around. */
const unseen = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u{2800}]/gu
/** A stack of marks hides the lines above and below. */
const stacked = /(\p{M}{2})\p{M}+/gu

/** A private name as it is kept: one line, without control, invisible or bidi characters. */
export function cleanNickname(text: string): string {
  const seen = text.slice(0, 1_000).replaceAll(/\s+/gu, ' ').replaceAll(unseen, '')
  const line = seen.normalize('NFC').replaceAll(stacked, '$1').replaceAll(/ +/gu, ' ').trim()
  return [...line].slice(0, maxNicknameLength).join('').trim()
}

/** Why a name can't be kept: it is empty, or would pass for an address. */
export type NicknameProblem = 'empty' | 'address'

export function nicknameProblem(text: string): NicknameProblem | null {
  const name = cleanNickname(text)
  if (name === '') return 'empty'
  return /^0[x×]\s?(?:[0-9a-f]|$)/iu.test(name.normalize('NFKC')) ? 'address' : null
}

/** Whether two names look alike. 'Bob', 'BOB', 'B0b' and 'Воb' with a Cyrillic letter do. */
export function nicknamesLookAlike(one: string, other: string): boolean {
  return nicknameLook(one) === nicknameLook(other)
}

/** How a name is read, to index names by: the same for two that look alike. */
export function nicknameLook(name: string): string {
  return readAs(name) || name
}

export type NameService = 'avvy' | 'ens'

/** The service of a typed name: '.avax' is Avvy's, '.eth' ENS's. Null for another text. */
export function nameServiceOf(text: string): NameService | null {
  const [, ending] = /^[^\s.]+(?:\.[^\s.]+)*\.(avax|eth)$/iu.exec(text.trim().slice(0, 300)) ?? []
  if (ending === undefined) return null
  return ending.toLowerCase() === 'eth' ? 'ens' : 'avvy'
}
