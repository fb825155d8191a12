import { type Address, parseAddress, sameAddress } from '@parley/domain'
import {
  type Client,
  createClient,
  decodeAbiParameters,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  size,
  toCoinType,
  toHex,
} from 'viem'
import { namehash, normalize, packetToBytes } from 'viem/ens'
import { isRevert } from './holdings/HoldingsQuery.ts'
import { rpcTransport } from './rpc/chainClient.ts'
import { ethCall } from './transactions/contractCall.ts'

/** Avvy's ResolutionUtils, as its documentation gives them: the easy way to its registry. */
const avvyAbi = [
  {
    name: 'resolveStandard',
    type: 'function',
    stateMutability: 'view',
    inputs: [
      { name: 'name', type: 'string' },
      { name: 'key', type: 'uint256' },
    ],
    outputs: [{ name: 'value', type: 'string' }],
  },
  {
    name: 'reverseResolveEVMToName',
    type: 'function',
    stateMutability: 'view',
    inputs: [{ name: 'addy', type: 'address' }],
    outputs: [{ name: 'preimage', type: 'string' }],
  },
] as const

/** ENS's universal resolver, and `addr` of the resolvers behind it. */
const ensAbi = [
  {
    name: 'resolveWithGateways',
    type: 'function',
    stateMutability: 'view',
    inputs: [
      { name: 'name', type: 'bytes' },
      { name: 'data', type: 'bytes' },
      { name: 'gateways', type: 'string[]' },
    ],
    outputs: [
      { name: 'answer', type: 'bytes' },
      { name: 'resolver', type: 'address' },
    ],
  },
  {
    name: 'reverseWithGateways',
    type: 'function',
    stateMutability: 'view',
    inputs: [
      { name: 'wallet', type: 'bytes' },
      { name: 'coinType', type: 'uint256' },
      { name: 'gateways', type: 'string[]' },
    ],
    outputs: [
      { name: 'name', type: 'string' },
      { name: 'resolver', type: 'address' },
      { name: 'reverseResolver', type: 'address' },
    ],
  },
  {
    name: 'addr',
    type: 'function',
    stateMutability: 'view',
    inputs: [
      { name: 'node', type: 'bytes32' },
      { name: 'coinType', type: 'uint256' },
    ],
    outputs: [{ name: 'value', type: 'bytes' }],
  },
] as const

/** Avvy's standard key for an address on the C-Chain. */
const evmKey = 3n

/** A service of names, read through a connection. */
export interface NameReader {
  /** The name as the service writes it; null for one that it can't have, so that nothing is asked. */
  normalize(text: string): string | null
  /** The address of a normalised name; null where it has none. */
  addressOf(name: string): Promise<Address | null>
  /** The name that an address claims. Anyone can claim any: check it with {@link checkedName}. */
  nameOf(address: Address): Promise<string | null>
}

/** `.avax` by Avvy's contract, which reverts for a name that it doesn't know. */
export function avvyReader(chain: Client, contract: Address): NameReader {
  return {
    normalize: normalizeAvvy,
    addressOf: async (name) => {
      const call = { abi: avvyAbi, functionName: 'resolveStandard', args: [name, evmKey] } as const
      const data = await ask(chain, contract, encodeFunctionData(call))
      return addressIn(data && decodeFunctionResult({ ...call, data }))
    },
    nameOf: async (address) => {
      const call = { abi: avvyAbi, functionName: 'reverseResolveEVMToName', args: [address] } as const
      const data = await ask(chain, contract, encodeFunctionData(call))
      return data && decodeFunctionResult({ ...call, data })
    },
  }
}

/** Avvy's names have small letters, digits and hyphens, at most 62 in a label. */
function normalizeAvvy(text: string): string | null {
  const name = text.trim().toLowerCase()
  return /^(?:[a-z0-9-]{1,62}\.)+avax$/.test(name) ? name : null
}

interface EnsPlace {
  readonly rpcUrls: readonly string[]
  readonly chainId: number
  readonly universalResolver: Address
  /** The chain on which the address is going to be used. */
  readonly forChainId: number
}

/** The coin type of Ethereum itself (ENSIP-9). */
const ethereum = 60n

/**
 * `.eth` by ENS. The address for the chain counts, else that for Ethereum. Names kept outside of Ethereum aren't read:
 * anyone can run their gateways.
 */
export function ensReader({ rpcUrls, chainId, universalResolver, forChainId }: EnsPlace): NameReader {
  const client = createClient({ transport: rpcTransport(rpcUrls, chainId) })
  const resolve = async (name: string, coinType: bigint): Promise<Address | null> => {
    const inner = encodeFunctionData({ abi: ensAbi, functionName: 'addr', args: [namehash(name), coinType] })
    const args = [toHex(packetToBytes(name)), inner, []] as const
    const call = { abi: ensAbi, functionName: 'resolveWithGateways', args } as const
    const data = await ask(client, universalResolver, encodeFunctionData(call))
    if (!data) return null
    const [answer] = decodeFunctionResult({ ...call, data })
    if (size(answer) < 64) return null
    const [value] = decodeAbiParameters([{ type: 'bytes' }], answer)
    return addressIn(value)
  }
  return {
    normalize: normalizeEns,
    addressOf: async (name) => (await resolve(name, toCoinType(forChainId))) ?? (await resolve(name, ethereum)),
    nameOf: async (address) => {
      const call = { abi: ensAbi, functionName: 'reverseWithGateways', args: [address, ethereum, []] } as const
      const data = await ask(client, universalResolver, encodeFunctionData(call))
      return data && decodeFunctionResult({ ...call, data })[0]
    },
  }
}

function normalizeEns(text: string): string | null {
  try {
    return normalize(text.trim())
  } catch {
    return null
  }
}

/** The name of an address, checked both ways. It leads back to the same address, and is written as its service writes it. */
export async function checkedName(reader: NameReader, address: Address): Promise<string | null> {
  const name = await reader.nameOf(address)
  if (!name || name.length > maxNameLength || reader.normalize(name) !== name) return null
  const back = await reader.addressOf(name)
  return back && sameAddress(back, address) ? name : null
}

const maxNameLength = 255

function addressIn(text: string | null): Address | null {
  const parsed = parseAddress(text ?? '')
  return 'address' in parsed ? parsed.address : null
}

/** A contract that reverts says no. One that isn't there, or is silent, says nothing, and the caller hears of it. */
async function ask(chain: Client, to: Address, data: Hex): Promise<Hex | null> {
  try {
    const answer = await ethCall(chain, { to, data })
    if (answer === '0x') throw new RangeError(`no name service at ${to}`)
    return answer
  } catch (error) {
    if (isRevert(error)) return null
    throw error
  }
}
