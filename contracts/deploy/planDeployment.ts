import type { Address } from '@parley/domain'
import {
  createPublicClient,
  encodeAbiParameters,
  encodeDeployData,
  getContractAddress,
  http,
  keccak256,
  size,
  type Hex,
  type LocalAccount,
  type PublicClient,
} from 'viem'
import { compile, type Artifact } from '../build/index.ts'
import { DeployError } from './DeployError.ts'
import type { TargetNetwork } from './networks.ts'

export interface EscrowTerms {
  readonly owner: Address
  readonly feeWei: bigint
  readonly maxFeeWei: bigint
}

/** All that is known before anything is sent. */
export interface DeploymentPlan {
  readonly network: TargetNetwork
  readonly rpcUrl: string
  readonly terms: EscrowTerms
  /** Whether the owner is a contract, as a multisig is. */
  readonly isOwnerContract: boolean
  readonly account: LocalAccount
  readonly artifact: Artifact
  readonly data: Hex
  readonly constructorArguments: Hex
  /** Where the contract will be, if the account sends nothing else before. */
  readonly address: Address
  readonly creationCodeHash: Hex
  readonly codeBytes: number
  readonly gas: bigint
  readonly gasPriceWei: bigint
  readonly costWei: bigint
  readonly balanceWei: bigint
}

const requestTimeoutMs = 20_000
/** The code of a wallet delegated to a contract (EIP-7702). One key still controls it. */
const delegation = '0xef0100'
/** Basic fees move between the estimate and the block. */
const gasReserve = { numerator: 6n, denominator: 5n }

export function clientOf(rpcUrl: string): PublicClient {
  return createPublicClient({ transport: http(rpcUrl, { timeout: requestTimeoutMs }) })
}

async function chainIdOf(client: PublicClient, rpcUrl: string): Promise<number> {
  try {
    return await client.getChainId()
  } catch (error) {
    throw new DeployError(
      'unreachable',
      `No chain answers at ${rpcUrl}. ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''}`.trim(),
    )
  }
}

/**
 * Compiles the escrow and asks the chain what deploying it would cost. Sends nothing.
 * @throws {DeployError} unreachable, wrong-chain
 */
export async function planDeployment(
  network: TargetNetwork,
  rpcUrl: string,
  account: LocalAccount,
  terms: EscrowTerms,
): Promise<DeploymentPlan> {
  const client = clientOf(rpcUrl)
  const chainId = await chainIdOf(client, rpcUrl)
  if (chainId !== network.chainId)
    throw new DeployError('wrong-chain', `${rpcUrl} is chain ${chainId}; ${network.name} is chain ${network.chainId}.`)
  const artifact = compile(['src/SwapEscrow.sol'])('SwapEscrow')
  const args = [terms.owner, terms.feeWei, terms.maxFeeWei] as const
  const data = encodeDeployData({ abi: artifact.abi, bytecode: artifact.bytecode, args })
  const [nonce, gas, gasPriceWei, balanceWei, ownerCode] = await Promise.all([
    client.getTransactionCount({ address: account.address, blockTag: 'pending' }),
    client.estimateGas({ account: account.address, data }),
    client.getGasPrice(),
    client.getBalance({ address: account.address }),
    client.getCode({ address: terms.owner }),
  ])
  const gasLimit = (gas * gasReserve.numerator) / gasReserve.denominator
  return {
    network,
    rpcUrl,
    terms,
    isOwnerContract: ownerCode !== undefined && !ownerCode.startsWith(delegation),
    account,
    artifact,
    data,
    constructorArguments: encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }, { type: 'uint256' }], args),
    address: getContractAddress({ from: account.address, nonce: BigInt(nonce) }),
    creationCodeHash: keccak256(artifact.bytecode),
    codeBytes: size(artifact.runtime),
    gas: gasLimit,
    gasPriceWei,
    costWei: gasLimit * gasPriceWei,
    balanceWei,
  }
}
