import {
  toFunctionSignature,
  toFunctionSelector,
  type Abi,
  type AbiFunction,
  type AbiParameter,
  type Address,
} from 'viem'

/**
 * What a wallet shows before a call of the escrow is signed, as ERC-7730 (version 2) describes it.
 *
 * The calls that create an offer carry both sides. Those that end one carry its id alone, so a wallet can show no more.
 */
export interface ClearSigningDescriptor {
  readonly $schema: string
  readonly context: {
    readonly $id: string
    readonly contract: { readonly deployments: readonly BoundDeployment[] }
  }
  readonly metadata: {
    readonly owner: string
    readonly contractName: string
    readonly enums: Readonly<Record<string, Readonly<Record<string, string>>>>
  }
  readonly display: { readonly formats: Readonly<Record<string, FunctionFormat>> }
}

interface BoundDeployment {
  readonly chainId: number
  readonly address: Address
}

export interface FunctionFormat {
  readonly $id: string
  readonly intent: string
  readonly fields: readonly (FieldFormat | FieldGroup)[]
}

export interface FieldFormat {
  readonly path: string
  readonly label: string
  readonly format: 'raw' | 'addressName' | 'amount' | 'nftName' | 'duration' | 'enum'
  readonly params?: Readonly<Record<string, string | readonly string[]>>
}

/** Fields of arrays that are shown together, item by item. */
export interface FieldGroup {
  readonly label: string
  readonly iteration: 'bundled'
  readonly fields: readonly FieldFormat[]
}

type Fields = FunctionFormat['fields']

const raw = (path: string, label: string): FieldFormat => ({ path, label, format: 'raw' })
const amount = (path: string, label: string): FieldFormat => ({ path, label, format: 'amount' })
const person = (path: string, label: string): FieldFormat => ({
  path,
  label,
  format: 'addressName',
  params: { types: ['wallet', 'eoa', 'contract'] },
})
const collection = (path: string, label: string): FieldFormat => ({
  path,
  label,
  format: 'addressName',
  params: { types: ['collection'] },
})
const nft = (path: string, collectionPath: string, label: string): FieldFormat => ({
  path,
  label,
  format: 'nftName',
  params: { collectionPath },
})
const nfts = (contracts: string, ids: string, label: string): FieldGroup => ({
  label,
  iteration: 'bundled',
  fields: [
    nft(`${ids}.[]`, `${contracts}.[]`, label),
    collection(`${contracts}.[]`, 'Collection'),
    raw(`${ids}.[]`, 'Token id'),
  ],
})
const single = (contract: string, id: string, label: string): Fields => [
  nft(id, contract, label),
  collection(contract, 'Collection'),
  raw(id, 'Token id'),
]

const duration: FieldFormat = { path: 'duration', label: 'Open for', format: 'duration' }
const offer = raw('offerId', 'Offer')
const value = (label: string): FieldFormat => amount('@.value', label)

/** By signature, without parameter names. */
const formats: Readonly<Record<string, { readonly intent: string; readonly fields: Fields }>> = {
  'createSwapOffer(address,uint256,address,uint256,uint256)': {
    intent: 'Offer an NFT for an NFT',
    fields: [
      ...single('tokenA', 'tokenIdA', 'You give'),
      ...single('tokenB', 'tokenIdB', 'You receive'),
      duration,
      value('Platform fee'),
    ],
  },
  'createMultiSwapOffer(address[],uint256[],address[],uint256[],uint256)': {
    intent: 'Offer NFTs for NFTs',
    fields: [
      nfts('tokenAContracts', 'tokenAIds', 'You give'),
      nfts('tokenBContracts', 'tokenBIds', 'You receive'),
      duration,
      value('Platform fee'),
    ],
  },
  'createSwapOfferWithCoins((address[],uint256[],uint256),(address[],uint256[],uint256),uint256,address)': {
    intent: 'Offer NFTs and coins',
    fields: [
      nfts('a.nftContracts', 'a.tokenIds', 'You give'),
      amount('a.coins', 'You give coins'),
      nfts('b.nftContracts', 'b.tokenIds', 'You receive'),
      amount('b.coins', 'You receive coins'),
      person('recipient', 'Who may accept'),
      duration,
      value('You pay now (coins and platform fee)'),
    ],
  },
  'acceptSwapOffer(bytes32)': {
    intent: 'Accept an offer: swap',
    fields: [offer, value('You pay (coins asked for and platform fee)')],
  },
  'cancelSwapOffer(bytes32)': { intent: 'Cancel your offer, take everything back', fields: [offer] },
  'cancelExpiredOffer(bytes32)': {
    intent: 'Return an expired offer to its creator',
    fields: [offer, value('Platform fee')],
  },
  'sendHome(bytes32)': { intent: 'Return an abandoned offer to its creator', fields: [offer] },
  'claimReturned(bytes32)': { intent: 'Send NFTs that got stuck to their creator', fields: [offer] },
  'claimReturned(bytes32,uint256)': {
    intent: 'Send some NFTs that got stuck to their creator',
    fields: [offer, raw('which', 'Which NFTs (bits)')],
  },
  'takeOwedCoins(address)': { intent: 'Take the coins owed to you', fields: [person('to', 'Send them to')] },
  'updateFee(uint256)': { intent: 'Set the platform fee', fields: [amount('newFee', 'New fee')] },
  'withdrawFees()': { intent: 'Withdraw the fees to the owner', fields: [] },
  'emergencyWithdraw(address,uint256)': {
    intent: 'Take out an NFT that no offer holds',
    fields: single('nftContract', 'tokenId', 'NFT'),
  },
  'setCreationPaused(bool)': {
    intent: 'Stop or allow new offers',
    fields: [{ path: 'paused', label: 'New offers', format: 'enum', params: { $ref: '$.metadata.enums.newOffers' } }],
  },
  'transferOwnership(address)': {
    intent: 'Propose a new owner of the escrow',
    fields: [person('newOwner', 'New owner')],
  },
  'acceptOwnership()': { intent: 'Become the owner of the escrow', fields: [] },
  'renounceOwnership()': { intent: 'Give up ownership of the escrow for good', fields: [] },
}

/** The contract has a function that no wallet could explain. */
export class NotDescribedError extends Error {
  override readonly name = 'NotDescribedError'
  constructor(signature: string) {
    super(`contracts/deploy/clearSigning.ts doesn't say what a wallet shows for ${signature}`)
  }
}

/** The descriptor of an escrow. Without deployments it's bound to none. @throws {NotDescribedError} */
export function clearSigningOf(abi: Abi, deployments: readonly BoundDeployment[]): ClearSigningDescriptor {
  return {
    $schema: 'https://eips.ethereum.org/assets/eip-7730/erc7730-v2.schema.json',
    context: { $id: 'Parley escrow, second edition', contract: { deployments } },
    metadata: {
      owner: 'Parley',
      contractName: 'SwapEscrow',
      enums: { newOffers: { true: 'stopped', false: 'allowed' } },
    },
    display: {
      formats: Object.fromEntries(abi.filter(changesState).map((item) => [namedSignature(item), formatOf(item)])),
    },
  }
}

function changesState(item: Abi[number]): item is AbiFunction {
  return item.type === 'function' && (item.stateMutability === 'payable' || item.stateMutability === 'nonpayable')
}

function formatOf(item: AbiFunction): FunctionFormat {
  const signature = toFunctionSignature(item)
  const format = formats[signature]
  if (!format) throw new NotDescribedError(signature)
  return { $id: toFunctionSelector(item), ...format }
}

/** The signature with parameter names, which paths go by. */
export function namedSignature({ name, inputs }: AbiFunction): string {
  return `${name}(${inputs.map(namedParameter).join(',')})`
}

function namedParameter(parameter: AbiParameter): string {
  const { name = '', type } = parameter
  if (!('components' in parameter)) return `${type} ${name}`
  const inner = parameter.components.map(namedParameter).join(',')
  return `(${inner})${type.slice('tuple'.length)} ${name}`
}
