/** Letters of other scripts, and signs, that are read as Latin letters. Accents are removed before. */
const lookAlikes: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  с: 'c',
  ԁ: 'd',
  е: 'e',
  һ: 'h',
  і: 'i',
  ј: 'j',
  к: 'k',
  ӏ: 'l',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  ԛ: 'q',
  ѕ: 's',
  т: 't',
  у: 'y',
  х: 'x',
  ԝ: 'w',
  α: 'a',
  ε: 'e',
  ι: 'i',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  σ: 'o',
  τ: 't',
  υ: 'u',
  χ: 'x',
  ı: 'i',
  ɡ: 'g',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'l',
}

const digits: Readonly<Record<string, string>> = { 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b' }

/** Resolves styled forms, accents, invisible characters and other alphabets to plain small letters. */
export function asciiOf(text: string): string {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{M}\p{C}\u{34F}\u{115F}\u{1160}\u{3164}]/gu, '')
  return [...plain].map((letter) => lookAlikes[letter] ?? letter).join('')
}

/** What a short text is read as: look-alikes of letters are those letters. Keeps digits that resemble none, and pictures. */
export function readAs(text: string): string {
  const letters = [...asciiOf(text)].map((letter) => digits[letter] ?? letter).join('')
  return letters.replaceAll(/[^\p{L}\p{N}\p{S}]/gu, '').replaceAll('l', 'i')
}

/** Letters alone. Digits stand for the letters that they resemble; I and L are one. */
export function skeleton(text: string): string {
  const letters = [...asciiOf(text)].map((letter) => digits[letter] ?? letter).join('')
  return letters.replaceAll(/[^\p{L}]/gu, '').replaceAll('l', 'i')
}
