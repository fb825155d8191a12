import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Collection } from '@parley/domain'
import { multicall3, type TargetNetwork } from './networks.ts'
import type { DeployedEscrow } from './sendDeployment.ts'

type EscrowEntry = Pick<DeployedEscrow, 'address' | 'codeHash' | 'immutables' | 'fromBlock'> & { readonly edition?: 2 }

/** What the server reads at its start. */
interface DeploymentFile {
  readonly network: TargetNetwork['name']
  readonly chainId: number
  readonly multicall3: string
  readonly escrows: readonly EscrowEntry[]
  readonly collections: readonly Collection[]
}

function existing(file: string): Partial<DeploymentFile> {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

/**
 * Adds the escrow as the first in the network's deployment file: it takes new offers. Older ones stay listed so that
 * their offers can be accepted or closed (decision C9), except on the local chain, which may be a new one.
 * @returns the path of the file
 */
export function noteDeployment(folder: string, network: TargetNetwork, escrow: DeployedEscrow): string {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, network.file)
  const before = existing(file)
  const { address, codeHash, immutables, fromBlock } = escrow
  const older = network.name === 'local' ? [] : (before.escrows ?? [])
  const written: DeploymentFile = {
    network: network.name,
    chainId: network.chainId,
    multicall3,
    escrows: [{ address, codeHash, immutables, edition: 2, fromBlock }, ...older],
    collections: before.collections ?? network.collections,
  }
  writeFileSync(file, `${JSON.stringify(written, null, 2)}\n`)
  return file
}
