import type { Address } from '@parley/domain'
import {
  createWalletClient,
  defineChain,
  getAddress,
  hexToBytes,
  http,
  keccak256,
  numberToHex,
  toHex,
  type Hex,
} from 'viem'
import type { Artifact } from '../build/index.ts'
import { DeployError } from './DeployError.ts'
import { clientOf, type DeploymentPlan } from './planDeployment.ts'

export interface DeployedEscrow {
  readonly address: Address
  /** keccak256 of the code with its immutables masked: of what the compiler puts out. */
  readonly codeHash: Hex
  readonly immutables: Artifact['immutables']
  readonly fromBlock: number
  readonly txHash: Hex
}

const receiptTimeoutMs = 300_000

/** The expected code on chain: the compiled code with its immutable, the maximum fee, filled in. */
export function expectedCode(artifact: Artifact, maxFeeWei: bigint): Hex {
  const code = hexToBytes(artifact.runtime)
  for (const { start, length } of artifact.immutables)
    code.set(hexToBytes(numberToHex(maxFeeWei, { size: length })), start)
  return toHex(code)
}

/**
 * Sends the deployment, waits until it is mined, and compares the code on chain with the compiled one.
 * @throws {DeployError} too-little-coin, reverted, other-code
 */
export async function sendDeployment(plan: DeploymentPlan): Promise<DeployedEscrow> {
  const { network, rpcUrl, account, data, gas } = plan
  if (plan.balanceWei < plan.costWei)
    throw new DeployError('too-little-coin', `${account.address} holds too little coin for the gas.`)
  const client = clientOf(rpcUrl)
  const chain = defineChain({
    id: network.chainId,
    name: network.name,
    nativeCurrency: { name: 'Avalanche', symbol: 'AVAX', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  const wallet = createWalletClient({ account, chain, transport: http(rpcUrl) })
  const txHash = await wallet.sendTransaction({ data, gas })
  const receipt = await client.waitForTransactionReceipt({
    hash: txHash,
    timeout: receiptTimeoutMs,
    pollingInterval: 250,
  })
  if (receipt.status !== 'success' || !receipt.contractAddress)
    throw new DeployError('reverted', `The deployment ${txHash} reverted.`)
  const address = getAddress(receipt.contractAddress)
  const code = await client.getCode({ address })
  if (code !== expectedCode(plan.artifact, plan.terms.maxFeeWei))
    throw new DeployError('other-code', `The code at ${address} is not what was compiled. Do not use it.`)
  const { runtime, immutables } = plan.artifact
  return { address, codeHash: keccak256(runtime), immutables, fromBlock: Number(receipt.blockNumber), txHash }
}
