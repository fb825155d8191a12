import type { Address } from '@parley/domain'
import { concatHex, hexToBytes, numberToHex, pad, size, slice, type Hex } from 'viem'
import type { RpcBatch, RpcCall } from '../chain/RpcBatch.ts'

export interface Metered {
  readonly from: Address
  readonly to: Address
  readonly data: Hex
  readonly valueWei: bigint
  /** Whether coins go to the sender, at most once. */
  readonly paysSender: boolean
}

/**
 * Makes the call in its call data (address, value, then data) with all its gas and returns the gas used, by reading
 * the gas before and after. Refunds are granted only at a transaction's end, so they are excluded. The called
 * address is warmed first, as a transaction's target is. A failed call returns nothing. It accepts coins.
 */
const meterCode: Hex = concatHex([
  // CALLDATASIZE, PUSH1 5, JUMPI, STOP, JUMPDEST: nothing to call means that coins arrive
  '0x36600557005b',
  // length of the data = CALLDATASIZE - 64; CALLDATACOPY(0, 64, length)
  '0x6040360360405f37',
  // MSTORE at 0x8000 once, so that memory does not grow while measuring; POP(BALANCE(address))
  '0x5f61800052',
  '0x5f353150',
  // MSTORE(0x8000, GAS)
  '0x5a61800052',
  // CALL(GAS, address, value, 0, length, 0, 0)
  '0x5f5f604036035f6020355f355af1',
  // GAS; then SWAP1, and continue only if the call succeeded
  '0x5a90',
])

const afterwards = (() => {
  const end = size(meterCode) + 9
  // PUSH1 end, JUMPI, PUSH0 PUSH0 RETURN, JUMPDEST: MSTORE(0, MLOAD(0x8000) - gas); RETURN(0, 32)
  return concatHex(['0x60', numberToHex(end - 3, { size: 1 }), '0x575f5ff3', '0x5b', '0x618000510360005260205ff3'])
})()

const meter = concatHex([meterCode, afterwards])
/** What the meter spends when coins arrive: a wallet without code would spend nothing. */
const arrivalGas = 15
const idle: Address = '0x00000000000000000000000000000000001d1e00'
const anyone: Address = '0x000000000000000000000000000000000000Ca11'
const gas = numberToHex(60_000_000)

/** A measured call failed, so it has no figure. */
export class MeteredCallFailed extends Error {
  readonly code = 'metered-call-failed'
  readonly call: Metered
  constructor(call: Metered) {
    super(
      `The measured call from ${call.from} to ${call.to} with ${slice(call.data, 0, Math.min(4, size(call.data)))} reverted`,
    )
    this.call = call
  }
}

function request(call: Metered, code: Readonly<Record<Address, { readonly code: Hex }>>): RpcCall {
  const data = concatHex([pad(call.to), numberToHex(call.valueWei, { size: 32 }), call.data])
  return {
    method: 'eth_call',
    params: [
      { from: anyone, to: call.from, data, gas, gasPrice: '0x0' },
      'latest',
      { ...code, [call.from]: { code: meter } },
    ],
  }
}

/** A transaction's cost before it runs: 21,000 plus call data. */
function intrinsicGas(data: Hex): number {
  return hexToBytes(data).reduce((sum, byte) => sum + (byte === 0 ? 4 : 16), 21_000)
}

/**
 * Each call's gas before refunds, as a transaction on the latest block, in order. The sender's account temporarily
 * gets the meter's code, so that the contract sees the right sender.
 */
export async function meterCalls(rpc: RpcBatch, calls: readonly Metered[]): Promise<number[]> {
  const nothing = calls.map((call) => ({ ...call, to: idle }))
  const answers = await rpc.all(calls.map((call) => request(call, {})))
  // The same call to a contract that stops at once: the overhead of measuring, with or without value.
  const baselines = await rpc.all(nothing.map((call) => request(call, { [idle]: { code: '0x00' } })))
  return calls.map((call, index) => {
    const [spent, baseline] = [answers[index], baselines[index]]
    if (typeof spent !== 'string' || typeof baseline !== 'string' || spent === '0x' || baseline === '0x')
      throw new MeteredCallFailed(call)
    return intrinsicGas(call.data) + Number(spent) - Number(baseline) - (call.paysSender ? arrivalGas : 0)
  })
}
