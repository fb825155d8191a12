import type { Address } from '@parley/domain'
import { type Hex, toHex } from 'viem'
import { setCode } from 'viem/actions'
import { packetToBytes } from 'viem/ens'
import { wallets } from '../wallets.ts'
import type { World } from '../world/startWorld.ts'
import { type ContractArtifact, demoArtifact } from './contractArtifact.ts'
import { transact } from './transact.ts'

/** Test doubles of Avvy's and ENS's contracts, at fixed addresses so that settings can name them early. */
export class NameServices {
  static readonly address: Address = '0x7E57000000000000000000000000000000007E57'

  /** Settings by which a page finds them. */
  static settings({ chain }: Pick<World, 'chain'>): Readonly<Record<string, string>> {
    return {
      AVVY_CONTRACT: NameServices.address,
      ENS_RPC_URLS: chain.url,
      ENS_CHAIN_ID: '43114',
      ENS_RESOLVER: NameServices.address,
    }
  }

  private readonly chain: World['chain']
  private readonly abi: ContractArtifact['abi']

  static async open({ chain }: Pick<World, 'chain'>): Promise<NameServices> {
    const { abi, runtimeCode } = await demoArtifact('NameServices')
    await setCode(chain.client, { address: NameServices.address, bytecode: runtimeCode })
    return new NameServices(chain, abi)
  }

  private constructor(chain: World['chain'], abi: ContractArtifact['abi']) {
    this.chain = chain
    this.abi = abi
  }

  setAvvy(name: string, value: string): Promise<unknown> {
    return this.call('setAvvy', [name, value])
  }

  setAvvyName(wallet: Address, name: string): Promise<unknown> {
    return this.call('setAvvyName', [wallet, name])
  }

  /** Sets the address for Ethereum, or for another coin type. */
  setEns(name: string, value: Hex, coinType = 60n): Promise<unknown> {
    return this.call('setEns', [toHex(packetToBytes(name)), coinType, value])
  }

  setEnsName(wallet: Address, name: string): Promise<unknown> {
    return this.call('setEnsName', [wallet, name])
  }

  private call(functionName: string, args: readonly unknown[]): Promise<unknown> {
    const call = { from: wallets.deployer, to: NameServices.address, abi: this.abi, functionName, args }
    return transact(this.chain.client, call)
  }
}
