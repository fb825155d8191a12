import { describe, expect, it } from 'vitest'
import { textRisks } from '../src/textRisks.ts'

const own = 'parley.example'

describe('given a line at a table', () => {
  it.each([
    'What is your seed phrase?',
    'Send me your SEED-PHRASE to verify',
    's e e d   p h r a s e please',
    's33d phr4se',
    'ѕееd рhrаѕе', // Cyrillic
    'ｓｅｅｄ ｐｈｒａｓｅ',
    'se\u200Bed phr\u200Dase',
    '𝐩𝐫𝐢𝐯𝐚𝐭𝐞 𝐤𝐞𝐲',
    'prıvate key',
    'pr1vate k3y',
    'prívàte kéy',
    'your 12 words',
    'recovery phrase',
    'your mnemonic',
    '助记词',
  ])('warns of a secret in %j', (text) => {
    expect(textRisks(text, own)).toContain('secret')
  })

  it.each([
    'go to https://evil.example',
    'claim at parley-swap.xyz',
    'PARLEY.EXAMPLE.EVIL.COM',
    'see notparley.example.com',
    'evil [.] com',
    'evil(dot)com',
    'evil dot com',
    'www.anything',
    'pаrlеy。io',
    'hxxps://x',
    'xn--prley-1ta.example',
    'write me on Telegram',
    't.me/someone',
    'discord.gg/abc',
  ])('warns of another site in %j', (text) => {
    expect(textRisks(text, own)).toContain('site')
  })

  it.each([
    '',
    'Salt Diver on top, then we’re even.',
    'I’d rather have the Captain. I can add some AVAX.',
    'Not for Night Guard, I’m keeping it.',
    'Add 2.5 AVAX and it’s yours',
    'A seed of doubt... What a phrase!',
    'Is the key to the door private?',
    'Done.Then tomorrow?',
    'bob.avax sent me',
    'It’s all on https://parley.example/table/new, see parley.example.',
    '#4035 for #1065?',
  ])('says nothing of %j', (text) => {
    expect(textRisks(text, own)).toEqual([])
  })
})
