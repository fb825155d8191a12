import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  decodeFunctionData,
  encodeFunctionData,
  formatEther,
  toEventSignature,
  toFunctionSelector,
  toFunctionSignature,
  type Abi,
  type AbiFunction,
  type AbiParameter,
  type Hex,
} from 'viem'
import { formatAbiItem } from 'viem/utils'
import { describe, expect, it } from 'vitest'
import { compile, contractsRoot, standardJson } from '../build/index.ts'
import { solcText } from '../build/solcOutput.ts'
import {
  clearSigningOf,
  namedSignature,
  NotDescribedError,
  type ClearSigningDescriptor,
  type FieldFormat,
  type FunctionFormat,
} from '../deploy/index.ts'

const { abi } = compile(['src/SwapEscrow.sol'])('SwapEscrow')
const descriptor: ClearSigningDescriptor = JSON.parse(
  readFileSync(join(contractsRoot, 'calldata-SwapEscrow.json'), 'utf8'),
)
const functions = abi.filter(
  (item): item is AbiFunction => item.type === 'function' && /payable/.test(item.stateMutability),
)
const formatOf = (item: AbiFunction): FunctionFormat =>
  descriptor.display.formats[namedSignature(item)] ?? expect.fail(`nothing for ${item.name}`)
const fieldsOf = (format: FunctionFormat): FieldFormat[] =>
  format.fields.flatMap((field) => ('fields' in field ? field.fields : [field]))

/** Every value of a call with its type, by the descriptor's path. */
function leavesOf(inputs: readonly AbiParameter[], before = ''): [string, string][] {
  return inputs.flatMap((input): [string, string][] => {
    const path = `${before}${input.name}`
    if ('components' in input) return leavesOf(input.components, `${path}.`)
    return [input.type.endsWith('[]') ? [`${path}.[]`, input.type.slice(0, -2)] : [path, input.type]]
  })
}

const typesByFormat: Readonly<Record<FieldFormat['format'], readonly string[]>> = {
  raw: ['uint256', 'bytes32'],
  addressName: ['address'],
  amount: ['uint256'],
  nftName: ['uint256'],
  duration: ['uint256'],
  enum: ['bool'],
}

describe('the descriptor for wallets', () => {
  it('is what it is made of gives, and describes the functions that change state, by their selectors', () => {
    expect(descriptor).toEqual(clearSigningOf(abi, []))
    expect(Object.keys(descriptor.display.formats).toSorted()).toEqual(functions.map(namedSignature).toSorted())
    for (const item of functions) expect(formatOf(item).$id).toBe(toFunctionSelector(item))
    expect(functions.length).toBe(17)
  })

  it('refuses a function that it says nothing about', () => {
    const other: Abi = [{ type: 'function', name: 'drain', inputs: [], outputs: [], stateMutability: 'nonpayable' }]
    expect(() => clearSigningOf(other, [])).toThrow(NotDescribedError)
  })

  it.each(functions.map((item) => [toFunctionSignature(item), item] as const))(
    'shows every argument of %s in a fitting form, and the coins if it takes any',
    (_, item) => {
      const types = new Map(leavesOf(item.inputs))
      if (item.stateMutability === 'payable') types.set('@.value', 'uint256')
      const fields = fieldsOf(formatOf(item))
      expect(new Set(fields.map(({ path }) => path))).toEqual(new Set(types.keys()))
      for (const { path, format, params = {} } of fields) {
        expect(typesByFormat[format], path).toContain(types.get(path))
        if (format === 'nftName') expect(types.get(String(params['collectionPath']))).toBe('address')
        if (format === 'enum') expect(params).toEqual({ $ref: '$.metadata.enums.newOffers' })
      }
      expect(formatOf(item).intent).toMatch(/^[A-Z][a-zA-Z ,:]{5,60}$/)
    },
  )
})

/** What a wallet that supports the descriptor shows, one line per value. */
function shown(data: Hex, valueWei = 0n): string[] {
  const { functionName, args = [] } = decodeFunctionData({ abi, data })
  const item = functions.find((other) => other.name === functionName && data.startsWith(toFunctionSelector(other)))
  if (!item) return expect.fail(`no function ${functionName}`)
  const named = Object.fromEntries(item.inputs.map(({ name }, index) => [name, args[index]]))
  const at = (path: string): unknown[] => {
    if (path === '@.value') return [valueWei]
    const keys = path.split('.').filter((key) => key !== '[]')
    const found = keys.reduce<unknown>((value, key) => new Map(Object.entries(Object(value))).get(key), named)
    return Array.isArray(found) ? found : [found]
  }
  const show = ({ format, label, path, params = {} }: FieldFormat, index: number): string => {
    const value = at(path)[index]
    if (format === 'amount') return `${label}: ${formatEther(BigInt(String(value)))} AVAX`
    if (format === 'nftName') return `${label}: ${at(String(params['collectionPath']))[index]} #${value}`
    if (format === 'enum') return `${label}: ${descriptor.metadata.enums['newOffers']?.[String(value)]}`
    return `${label}: ${value}`
  }
  return formatOf(item).fields.flatMap((field) => {
    if (!('fields' in field)) return [show(field, 0)]
    const count = at(field.fields[0]?.path ?? '').length
    return Array.from({ length: count }, (_, index) => field.fields.map((inner) => show(inner, index))).flat()
  })
}

describe('given a wallet that goes by it', () => {
  const [one, two, carol] = [1, 2, 3].map((digit): Hex => `0x${String(digit).repeat(40)}`)

  it('shows both sides, coins, payment, recipient and time of an offer with coins', () => {
    const side = (ids: readonly bigint[], coins: bigint) => ({
      nftContracts: ids.map((id) => (id % 2n === 0n ? two : one)),
      tokenIds: ids,
      coins,
    })
    const args = [side([7n, 8n], 10n ** 18n), side([9n], 5n * 10n ** 17n), 86_400n, carol]
    const data = encodeFunctionData({ abi, functionName: 'createSwapOfferWithCoins', args })
    const item = (label: string, contract: unknown, id: number) => [
      `${label}: ${contract} #${id}`,
      `Collection: ${contract}`,
      `Token id: ${id}`,
    ]
    expect(shown(data, 1_010_000_000_000_000_000n)).toEqual([
      ...item('You give', one, 7),
      ...item('You give', two, 8),
      'You give coins: 1 AVAX',
      ...item('You receive', one, 9),
      'You receive coins: 0.5 AVAX',
      `Who may accept: ${carol}`,
      'Open for: 86400',
      'You pay now (coins and platform fee): 1.01 AVAX',
    ])
  })

  it('shows both sides of one for one', () => {
    const args = [one, 7n, two, 8n, 60n]
    const lines = shown(encodeFunctionData({ abi, functionName: 'createSwapOffer', args }), 10n ** 16n)
    expect(lines[0]).toBe(`You give: ${one} #7`)
    expect(lines).toContain(`You receive: ${two} #8`)
    expect(lines.at(-1)).toBe('Platform fee: 0.01 AVAX')
  })

  it('says which way the owner turns the switch', () => {
    const data = (paused: boolean) => encodeFunctionData({ abi, functionName: 'setCreationPaused', args: [paused] })
    expect([shown(data(true)), shown(data(false))]).toEqual([['New offers: stopped'], ['New offers: allowed']])
  })
})

interface Documented {
  readonly methods?: Readonly<Record<string, { readonly notice?: string }>>
  readonly events?: Readonly<Record<string, { readonly notice?: string }>>
  readonly errors?: Readonly<Record<string, readonly { readonly notice?: string }[]>>
}

describe('the contract’s own notices', () => {
  const selection = { '*': { '*': ['userdoc', 'devdoc'] } }
  const output: Output = JSON.parse(solcText(standardJson(['src/ISwapEscrow.sol'], {}), selection))
  const { userdoc, devdoc } = output.contracts['src/ISwapEscrow.sol'].ISwapEscrow

  it('explain every function, event and error', () => {
    const noticeOf = (item: Abi[number]): string | undefined => {
      if (item.type === 'function') return userdoc.methods?.[toFunctionSignature(item)]?.notice
      if (item.type === 'event') return userdoc.events?.[toEventSignature(item)]?.notice
      return item.type === 'error' ? userdoc.errors?.[formatAbiItem(item)]?.[0]?.notice : 'no text'
    }
    expect(abi.filter((item) => !noticeOf(item))).toEqual([])
  })

  it('name every argument of a call that is signed, so that its value can be put in', () => {
    const unnamed = functions.flatMap((item) => {
      const signature = toFunctionSignature(item)
      const notice = userdoc.methods?.[signature]?.notice ?? ''
      const described = devdoc.methods?.[signature]?.params ?? {}
      return item.inputs.filter(({ name = '' }) => !notice.includes(`\`${name}\``) && !(name in described))
    })
    expect(unnamed).toEqual([])
  })
})

interface Output {
  readonly contracts: {
    readonly 'src/ISwapEscrow.sol': {
      readonly ISwapEscrow: {
        readonly userdoc: Documented
        readonly devdoc: {
          readonly methods?: Readonly<Record<string, { readonly params?: Readonly<Record<string, string>> }>>
        }
      }
    }
  }
}
