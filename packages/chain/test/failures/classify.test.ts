import { encodeErrorResult, UserRejectedRequestError, type Hex } from 'viem'
import { describe, expect, it } from 'vitest'
import { classify, isProbablySubmitted, swapEscrowAbi } from '../../src/index.ts'

const offerId: Hex = `0x${'ab'.repeat(32)}`
const closed = encodeErrorResult({ abi: swapEscrowAbi, errorName: 'OfferClosed', args: [offerId, 2] })

/** What wallets and endpoints really send, by the wallet or endpoint that does. */
const samples: readonly (readonly [string, unknown, string])[] = [
  ['a rejection', { code: 4001, message: 'User rejected the request.' }, 'rejected'],
  ['a rejection of calls sent together', { code: 5750, message: 'Upgrade rejected' }, 'rejected'],
  ['a rejection without a code', new Error('MetaMask Tx Signature: User denied transaction signature.'), 'rejected'],
  [
    'a rejection inside -32603',
    { code: -32603, message: 'Internal error', data: { originalError: { code: 4001, message: 'no' } } },
    'rejected',
  ],
  ['a rejection wrapped by a library', new UserRejectedRequestError(new Error('no')), 'rejected'],
  ['an unknown chain', { code: 4902, message: 'Unrecognized chain ID "0xa86a".' }, 'chainMissing'],
  [
    'an unknown chain, nested as MetaMask Mobile does',
    { code: -32603, message: 'Internal', data: { originalError: { code: 4902 } } },
    'chainMissing',
  ],
  [
    'a request that is open',
    { code: -32002, message: 'Request of type eth_requestAccounts already pending' },
    'requestPending',
  ],
  ['a locked wallet', { code: 4100, message: 'not authorized' }, 'locked'],
  ['a disconnected wallet', { code: 4900, message: 'disconnected' }, 'unreachable'],
  ['a transaction sent before', { code: -32000, message: 'already known' }, 'alreadyKnown'],
  ['a cheap replacement', { code: -32000, message: 'replacement transaction underpriced' }, 'underpriced'],
  ['a cheap replacement in other words', { code: -32603, message: 'replacement fee too low' }, 'underpriced'],
  ['an old nonce', { code: -32000, message: 'nonce too low: next nonce 5, tx nonce 4' }, 'nonceTooLow'],
  ['a nonce from the future', { code: -32000, message: 'nonce too high' }, 'nonce'],
  ['an empty account', { code: -32000, message: 'insufficient funds for gas * price + value' }, 'funds'],
  ['too little gas', { code: -32000, message: 'intrinsic gas too low' }, 'gas'],
  ['a price under the base fee', { code: -32000, message: 'max fee per gas less than block base fee' }, 'gas'],
  ['a busy endpoint', { status: 429, message: 'Too Many Requests' }, 'rateLimited'],
  ['a limit by code', { code: -32005, message: 'limit' }, 'rateLimited'],
  ['a limit in words', { code: -32000, message: 'rate limit exceeded' }, 'rateLimited'],
  ['a contract with a rate limit', { code: 3, message: 'execution reverted: rate limit exceeded' }, 'reverted'],
  ['a gateway that gave up', { message: 'HTTP 504 Gateway Timeout' }, 'timedOut'],
  ['a refusal with data', { code: 3, message: 'execution reverted', data: closed }, 'reverted'],
  [
    'a refusal inside -32603',
    {
      code: -32603,
      message: 'Internal JSON-RPC error.',
      data: { code: 3, message: 'execution reverted', data: closed },
    },
    'reverted',
  ],
  ['a refusal in words only', { code: -32000, message: 'execution reverted' }, 'reverted'],
  ['an endpoint that cannot be reached', new TypeError('Failed to fetch'), 'unreachable'],
  ['something else', { code: -32603, message: 'Internal JSON-RPC error.' }, 'unknown'],
  ['nothing', undefined, 'unknown'],
]

describe('given an error of a wallet or an endpoint', () => {
  it.each(samples)('sorts %s', (_, error, kind) => {
    expect(classify(error).kind).toBe(kind)
  })

  it('decodes the refusal with its arguments', () => {
    expect(classify({ cause: { data: { data: closed } } })).toEqual({
      kind: 'reverted',
      revert: { name: 'OfferClosed', args: [offerId, 2] },
    })
  })

  it('keeps the number of what it does not know', () => {
    expect(classify({ code: -32603, message: 'Internal JSON-RPC error.' })).toEqual({
      kind: 'unknown',
      code: -32603,
      message: 'Internal JSON-RPC error.',
    })
  })

  it('survives an error that contains itself', () => {
    const error: { cause?: unknown; message: string } = { message: 'round' }
    error.cause = error
    expect(classify(error)).toEqual({ kind: 'unknown', code: null, message: 'round' })
  })

  it('survives a refusal with bytes that mean nothing', () => {
    expect(classify({ data: '0xdeadbeef' })).toEqual({ kind: 'reverted', revert: { name: null, args: ['0xdeadbeef'] } })
  })

  it.each(['already known', 'replacement fee too low', 'nonce too low'])(
    'takes "%s" for probably submitted',
    (message) => {
      expect(isProbablySubmitted(classify({ message }))).toBe(true)
    },
  )

  it('takes a rejection only for a rejection', () => {
    expect(isProbablySubmitted(classify({ code: 4001, message: 'no' }))).toBe(false)
  })
})
