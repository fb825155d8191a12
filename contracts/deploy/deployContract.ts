import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { formatEther, isAddress, isHex, parseEther, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import * as contract from './index.ts'

/**
 * `pnpm deploy:contract --network fuji|avalanche|local` deploys the escrow. It shows what it would do and what that costs, asks,
 * sends, waits, compares the code, writes deployments/, and has the source verified. docs/deploying.md tells the whole of it.
 */
const { values } = parseArgs({
  options: {
    network: { type: 'string' },
    rpc: { type: 'string' },
    owner: { type: 'string' },
    'plain-owner': { type: 'boolean', default: false },
    fee: { type: 'string', default: '0.01' },
    'max-fee': { type: 'string', default: '0.05' },
    keystore: { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
    yes: { type: 'boolean', default: false },
    out: { type: 'string', default: join(import.meta.dirname, '../../deployments') },
    'verify-api': { type: 'string' },
  },
})

/** The well-known first account of every local chain. */
const localKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

async function ask(question: string): Promise<string> {
  if (!process.stdin.isTTY)
    throw new contract.DeployError('declined', 'Nobody is there to answer. A machine says --yes.')
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return await terminal.question(question)
  } finally {
    terminal.close()
  }
}

async function deployerKey(network: contract.TargetNetwork): Promise<Hex> {
  if (values.keystore !== undefined) {
    const password = process.env['DEPLOYER_KEYSTORE_PASSWORD'] ?? (await ask('Password of the keystore: '))
    return contract.openKeystore(readFileSync(values.keystore, 'utf8'), password)
  }
  const key = process.env['DEPLOYER_KEY'] ?? (network.name === 'local' ? localKey : undefined)
  if (key === undefined)
    throw new contract.DeployError('no-key', 'Give a key: DEPLOYER_KEY in the environment, or --keystore FILE.')
  if (!isHex(key) || key.length !== 66) throw new contract.DeployError('no-key', 'DEPLOYER_KEY is not 32 bytes in hex.')
  return key
}

function targetNetwork(): contract.TargetNetwork {
  const network = contract.targetNetworks.find(({ name }) => name === values.network)
  if (network === undefined)
    throw new contract.DeployError('bad-argument', 'Say where to: --network fuji, avalanche or local.')
  return network
}

function coin(text: string, what: string): bigint {
  if (!/^\d+(\.\d{1,18})?$/.test(text))
    throw new contract.DeployError('bad-argument', `${what} is an amount in AVAX, not ${text}.`)
  return parseEther(text)
}

function describe(plan: contract.DeploymentPlan): string {
  const { network, rpcUrl, account, terms } = plan
  return [
    `Network       ${network.name}, chain ${network.chainId}, ${rpcUrl}`,
    `Deployer      ${account.address}, holds ${formatEther(plan.balanceWei)} AVAX`,
    `Contract      SwapEscrow, ${plan.codeBytes} bytes, creation code ${plan.creationCodeHash}`,
    `Address       ${plan.address}`,
    `Owner         ${terms.owner}, ${plan.isOwnerContract ? 'a contract' : 'a plain address'}`,
    `Fee           ${formatEther(terms.feeWei)} AVAX, never above ${formatEther(terms.maxFeeWei)}`,
    `Gas           at most ${plan.gas} at ${formatEther(plan.gasPriceWei, 'gwei')} gwei: ${formatEther(plan.costWei)} AVAX`,
  ].join('\n')
}

async function verify(plan: contract.DeploymentPlan, address: contract.DeployedEscrow['address']): Promise<void> {
  const input = join(values.out, `${address}.standard.json`)
  writeFileSync(input, contract.verificationInput())
  console.log(
    `Source verification: standard JSON in ${input}, compiler ${contract.explorerCompilerVersion()}, contract src/SwapEscrow.sol:SwapEscrow, constructor arguments ${plan.constructorArguments}`,
  )
  const apiUrl = values['verify-api'] ?? plan.network.explorerApiUrl
  const apiKey = process.env['EXPLORER_API_KEY']
  if (apiUrl === undefined || apiKey === undefined) return
  await contract.verifySource({ apiUrl, apiKey, address, constructorArguments: plan.constructorArguments })
  console.log('The explorer has verified the source.')
}

async function deploy(): Promise<void> {
  const network = targetNetwork()
  const account = privateKeyToAccount(await deployerKey(network))
  const owner = values.owner ?? account.address
  if (!isAddress(owner)) throw new contract.DeployError('bad-argument', `--owner is no address: ${owner}`)
  const terms = { owner, feeWei: coin(values.fee, '--fee'), maxFeeWei: coin(values['max-fee'], '--max-fee') }
  const plan = await contract.planDeployment(network, values.rpc ?? network.rpcUrl, account, terms)
  console.log(describe(plan))
  contract.requireSafeOwner(plan, values['plain-owner'])
  if (values['dry-run']) return
  if (network.name === 'avalanche') contract.requireSecurityContact(contract.escrowSource())
  if (!values.yes && (await ask(`Deploy to ${network.name}? Type its name: `)) !== network.name)
    throw new contract.DeployError('declined', 'Nothing was sent.')
  const escrow = await contract.sendDeployment(plan)
  console.log(
    `Deployed at ${escrow.address} in block ${escrow.fromBlock}, transaction ${escrow.txHash}; the code is what was compiled.`,
  )
  console.log(`Noted in ${contract.noteDeployment(values.out, network, escrow)}`)
  const { address } = escrow
  const descriptor = contract.clearSigningOf(plan.artifact.abi, [{ chainId: network.chainId, address }])
  const descriptorFile = join(values.out, `${address}.erc7730.json`)
  writeFileSync(descriptorFile, `${JSON.stringify(descriptor, null, 2)}\n`)
  console.log(`What wallets show before a call is signed (ERC-7730): ${descriptorFile}`)
  await verify(plan, address)
}

/** Runs the command that the process was started with. */
export async function deployContract(): Promise<void> {
  try {
    await deploy()
  } catch (error) {
    if (!(error instanceof contract.DeployError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
