import type { Address } from '@parley/domain'
import type { Hex } from 'viem'
import { compilerVersion, standardJson } from '../build/index.ts'
import { DeployError } from './DeployError.ts'

export interface Verification {
  readonly apiUrl: string
  readonly apiKey: string
  readonly address: Address
  readonly constructorArguments: Hex
  /** Between two questions whether it is done. */
  readonly pollMs?: number
}

interface ExplorerAnswer {
  readonly status: string
  readonly result: string
}

const requestTimeoutMs = 30_000
const patienceMs = 180_000

/** Of the sources alone: which outputs are wanted is the explorer's affair. */
export function verificationInput(): string {
  return JSON.stringify(standardJson(['src/SwapEscrow.sol']))
}

/** As explorers name it: v0.8.37+commit.f401782d */
export function explorerCompilerVersion(): string {
  return `v${compilerVersion().replace(/\.Emscripten\.clang$/, '')}`
}

async function ask(apiUrl: string, fields: Readonly<Record<string, string>>): Promise<ExplorerAnswer> {
  const response = await fetch(apiUrl, {
    method: 'POST',
    body: new URLSearchParams(fields),
    signal: AbortSignal.timeout(requestTimeoutMs),
  })
  if (!response.ok) throw new DeployError('verification-failed', `${apiUrl} answered ${response.status}.`)
  const answer: ExplorerAnswer = JSON.parse(await response.text())
  return answer
}

function isDone(answer: ExplorerAnswer): boolean {
  return answer.result.startsWith('Pass') || /already verified/i.test(answer.result)
}

/**
 * Has an Etherscan-compatible explorer verify the source, and waits for its verdict.
 * @throws {DeployError} verification-failed
 */
export async function verifySource({
  apiUrl,
  apiKey,
  address,
  constructorArguments,
  pollMs = 3_000,
}: Verification): Promise<void> {
  const sent = await ask(apiUrl, {
    module: 'contract',
    action: 'verifysourcecode',
    apikey: apiKey,
    codeformat: 'solidity-standard-json-input',
    sourceCode: verificationInput(),
    contractaddress: address,
    contractname: 'src/SwapEscrow.sol:SwapEscrow',
    compilerversion: explorerCompilerVersion(),
    // The API spells it so.
    constructorArguements: constructorArguments.slice(2),
  })
  if (isDone(sent)) return
  if (sent.status !== '1') throw new DeployError('verification-failed', `The explorer refuses: ${sent.result}`)
  const endMs = Date.now() + patienceMs
  while (Date.now() < endMs) {
    await new Promise((resolve) => setTimeout(resolve, pollMs))
    const answer = await ask(apiUrl, {
      module: 'contract',
      action: 'checkverifystatus',
      apikey: apiKey,
      guid: sent.result,
    })
    if (isDone(answer)) return
    if (!answer.result.startsWith('Pending'))
      throw new DeployError('verification-failed', `The explorer refuses: ${answer.result}`)
  }
  throw new DeployError('verification-failed', 'The explorer gave no verdict in three minutes.')
}
