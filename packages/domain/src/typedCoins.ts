import { parseEther } from 'viem/utils'

/** The most coins that the escrow takes on one side. */
export const maxCoinsWei = 2n ** 96n - 1n

/** Why a typed amount cannot be a side's coins. */
export type CoinProblem = 'not-a-number' | 'decimals' | 'too-much'

/**
 * Reads an amount while it is being typed. Digits and one point only; empty text and a lone point mean zero.
 *
 * @example readCoins('1.') // { wei: 1_000_000_000_000_000_000n }
 */
export function readCoins(text: string): { readonly wei: bigint } | { readonly problem: CoinProblem } {
  const typed = /^([0-9]*)(?:\.([0-9]*))?$/.exec(text.trim())
  if (!typed) return { problem: 'not-a-number' }
  const [, digits = '', decimals = ''] = typed
  const whole = digits.replace(/^0+/, '')
  if (decimals.length > 18) return { problem: 'decimals' }
  if (whole.length > 12) return { problem: 'too-much' }
  const wei = parseEther(`${whole || '0'}.${decimals}`)
  return wei > maxCoinsWei ? { problem: 'too-much' } : { wei }
}
