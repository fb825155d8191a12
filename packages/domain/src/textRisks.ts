/** A reason to distrust a text: it names a wallet's secrets, or leads elsewhere (decision N7). */
export type TextRisk = 'secret' | 'site'

/**
 * Finds what a scammer writes at a table, spelt with look-alikes too. Only warns: people may talk about such things.
 *
 * @param ownHost where leading to is fine, such as 'parley.example'.
 */
export function textRisks(text: string, ownHost = ''): readonly TextRisk[] {
  const bare = skeleton(text)
  const elsewhere = asciiOf(text).replaceAll(ownSite(ownHost), ' ')
  return [
    ...(secrets.some((secret) => bare.includes(secret)) ? (['secret'] as const) : []),
    ...(sites.some((site) => site.test(elsewhere)) ? (['site'] as const) : []),
  ]
}

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
function asciiOf(text: string): string {
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
function skeleton(text: string): string {
  const letters = [...asciiOf(text)].map((letter) => digits[letter] ?? letter).join('')
  return letters.replaceAll(/[^\p{L}]/gu, '').replaceAll('l', 'i')
}

const secrets = [
  'seed phrase',
  'seed words',
  'seedphrase',
  'recovery phrase',
  'recovery words',
  'secret phrase',
  'secret recovery',
  'secret words',
  'backup phrase',
  'mnemonic',
  'private key',
  'privkey',
  'secret key',
  'recovery key',
  'twelve words',
  'twentyfour words',
  '12 words',
  '24 words',
  'wallet password',
  'keystore',
  'clave privada',
  'frase semilla',
  'cle privee',
  'phrase secrete',
  'geheimer schlussel',
  'privater schlussel',
  'приватный ключ',
  'сид фраза',
  '私钥',
  '助记词',
].map(skeleton)

const tlds =
  'com|net|org|io|xyz|app|co|me|gg|fi|finance|link|site|online|art|dev|info|ly|ru|cn|top|shop|store|club|live|pro|vip|fun|world|cc|tv|us|uk|de|fr|eu|in|network|exchange|trade|trading|market|money|cash|gift|gifts|claim|support|help|wallet|tools|zone|space|page|web|website|tech|cloud|bio|wtf|lol|ws|ai|nft|crypto|international|agency|digital|email|ink|name|ltd|be|ch|pl|nl|it|es|pw|tk|ml|ga|cf|gq|su|biz'

/** '.', '[.]', '(dot)', ' dot '. */
const dot = String.raw`\s?(?:[.\u3002\u2024\uff0e\uff61]|\[\.?\]|\((?:\.|dot)\)|\[dot\]|\{dot\}|\sdot\s)\s?`

const sites = [
  /\b(?:https?|hxxps?|ipfs|ftp)\s?:/u,
  /\bwww\s?[.\u3002]/u,
  /\bxn--/u,
  new RegExp(String.raw`(?<![\p{L}\p{N}])[\p{L}\p{N}-]+${dot}(?:${tlds})(?![\p{L}\p{N}-])`, 'u'),
  /\b(?:telegram|whatsapp|discord|wechat)\b/u,
]

/** The host as a whole name: neither 'notparley.example' nor 'parley.example.evil.com'. */
function ownSite(host: string): RegExp {
  if (host === '') return /$^/gu
  const literal = asciiOf(host).replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`)
  return new RegExp(String.raw`(?<![\p{L}\p{N}.@-])(?:https:\/\/)?${literal}(?![\p{L}\p{N}@:-]|\.[\p{L}\p{N}])`, 'gu')
}
