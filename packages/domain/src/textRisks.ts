import { asciiOf, skeleton } from './letters.ts'

/** A reason to distrust a text: it names a wallet's secrets, or leads elsewhere (decision N7). */
export type TextRisk = 'secret' | 'site'

/**
 * Finds what a scammer writes at a table, spelt with look-alikes too. Only warns: people may talk about such things.
 *
 * @param ownHost where leading to is fine, such as 'parley.example'.
 */
export function textRisks(text: string, ownHost = ''): readonly TextRisk[] {
  const bare = skeleton(text)
  const elsewhere = asciiOf(markSentences(text)).replaceAll(ownSite(ownHost), ' ')
  return [
    ...(secrets.some((secret) => bare.includes(secret)) ? (['secret'] as const) : []),
    ...(sites.some((site) => site.test(elsewhere)) ? (['site'] as const) : []),
  ]
}

const secrets = [
  'seed phrase',
  'seed words',
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
  'pass phrase',
  'word phrase',
  'wallet phrase',
  'ur seed',
  'wallet seed',
  'word seed',
  'backup words',
  'wallet password',
  'ur password',
  'keystore',
  'clave privada',
  'frase semilla',
  'frase de recuperacion',
  'cle privee',
  'phrase secrete',
  'phrase de recuperation',
  'geheimer schlussel',
  'privater schlussel',
  'приватный ключ',
  'сид фраза',
  '私钥',
  '助记词',
].map(skeleton)

/** Endings that are words as well. After a point and a space they begin a sentence, unless a site's sign is beside them. */
const smallWords = 'me|in|it|us|be'
const nouns =
  'app|link|site|online|art|info|top|shop|store|club|live|pro|fun|world|finance|network|exchange|trade|trading|market|money|cash|gift|gifts|claim|support|help|wallet|tools|zone|space|page|web|email|name'
const tlds = `${smallWords}|${nouns}|com|net|org|io|xyz|co|gg|fi|dev|ly|ru|cn|vip|cc|tv|uk|de|fr|eu|website|tech|cloud|bio|wtf|lol|ws|ai|nft|crypto|international|agency|digital|ink|ltd|ch|pl|nl|es|pw|tk|ml|ga|cf|gq|su|biz`

/** Words after a missed space. */
const nextWords =
  'then|thanks?|ok|okay|and|but|the|that|this|they|there|yes|not|what|when|just|maybe|sure|please|sorry|yours|also'
/** Those, names of wallets, and pictures. None of them ends a site's name. */
const noTlds = `${nextWords}|avax|eth|png|jpg|gif`

/** Not after what leads to a site, nor after a name with a hyphen or a digit among its letters. */
const sentenceEnd = new RegExp(
  String.raw`(?<!(?:go to|visit|open|check|(?:claim|swap|mint) at)\s[\p{L}\p{N}.-]*|[\p{L}\p{N}]-[\p{L}\p{N}]*|\p{L}\p{N}+\p{L}*|[^\p{L}\p{N}]t?|^t)\.(?=\s(?:(${smallWords})|${nouns})(?!\.?[\p{L}\p{N}/:-]))`,
  'giu',
)

/** A second space tells them from sites. Nouns have to be capitalised: 'evil. finance' is a site. */
function markSentences(text: string): string {
  return text
    .replaceAll(abbreviation, '.  ')
    .replaceAll(sentenceEnd, (point, small: string | undefined, at: number) =>
      small || /\p{Lu}/u.test(text.slice(at + 2, at + 3)) ? '.  ' : point,
    )
}

/** The point after 'p.m', 'i.e' or 'U.S'. */
const abbreviation = /(?<=(?<![\p{L}\p{N}])\p{L}\.\p{L})\.(?=\s)/gu

/** '.', '[.]', '(dot)', ' dot '. */
const dot = String.raw`\s?(?:[.\u3002\u2024\uff0e\uff61]|\[\.?\]|\((?:\.|dot)\)|\[dot\]|\{dot\}|\sdot\s)\s?`

const sites = [
  /\b(?:https?|hxxps?|ipfs|ftp)\s?:/u,
  /\bwww\s?[.\u3002]/u,
  /\bxn--/u,
  new RegExp(String.raw`(?<![\p{L}\p{N}])[\p{L}\p{N}-]+${dot}(?:${tlds})(?![\p{L}\p{N}-])`, 'u'),
  // Any other ending, such as one that was sold yesterday.
  new RegExp(
    String.raw`[\p{L}\p{N}-]\.(?!(?:${noTlds})(?![\p{L}\p{N}]))\p{L}{2,}(?![\p{L}\p{N}]|\.(?!(?:${nextWords})(?![\p{L}\p{N}]))[\p{L}\p{N}])`,
    'u',
  ),
  new RegExp(String.raw`(?<![\p{L}\p{N}])\d{1,3}(?:${dot}\d{1,3}){3}(?![\p{L}\p{N}])`, 'u'),
  /\b(?:telegram|whatsapp|discord|wechat)\b/u,
]

/** The host as a whole name: neither 'notparley.example' nor 'parley.example.evil.com'. */
function ownSite(host: string): RegExp {
  if (host === '') return /$^/gu
  const literal = asciiOf(host).replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`)
  return new RegExp(String.raw`(?<![\p{L}\p{N}.@-])(?:https:\/\/)?${literal}(?![\p{L}\p{N}@:-]|\.[\p{L}\p{N}])`, 'gu')
}
