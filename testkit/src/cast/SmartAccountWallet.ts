import type { Address } from '@parley/domain'
import { encodeFunctionData } from 'viem'
import { setCode } from 'viem/actions'
import { demoArtifact } from '../contracts/contractArtifact.ts'
import { wallets } from '../wallets.ts'
import type { World } from '../world/startWorld.ts'
import { type Answer, InjectedWallet, type WalletRequest } from './InjectedWallet.ts'

/**
 * The wallet of a smart account, which runs several calls under one signature (EIP-5792). A relayer pays, so the
 * transaction's sender isn't the account and its target isn't the called contract.
 */
export class SmartAccountWallet extends InjectedWallet {
  private readonly sent = new Map<string, `0x${string}`>()
  private readonly abi: Awaited<ReturnType<typeof demoArtifact>>['abi']

  /** Gives an account of the world the code of a smart account. */
  static async open({ chain }: Pick<World, 'chain'>, account: Address): Promise<SmartAccountWallet> {
    const { abi, runtimeCode } = await demoArtifact('SmartAccount')
    await setCode(chain.client, { address: account, bytecode: runtimeCode })
    return new SmartAccountWallet(account, chain.url, abi)
  }

  private constructor(account: Address, rpcUrl: string, abi: SmartAccountWallet['abi']) {
    super({ account, rpcUrl })
    this.abi = abi
  }

  /** The batches that the page requested, each with its calls. */
  sentBatches(): readonly (readonly { readonly to: string; readonly data: string; readonly value: string }[])[] {
    return this.requests
      .filter(({ method }) => method === 'wallet_sendCalls')
      .map(({ params }) => Object(params[0]).calls)
  }

  protected override async grant(request: WalletRequest): Promise<Answer> {
    const { method, params } = request
    switch (method) {
      case 'wallet_getCapabilities':
        return { result: { '0xa86a': { atomic: { status: 'supported' } } } }
      case 'wallet_sendCalls':
        return this.send(Object(params[0]).calls)
      case 'wallet_getCallsStatus':
        return this.status(String(params[0]))
      default:
        return super.grant(request)
    }
  }

  private async send(calls: readonly { to: string; data: string; value: string }[]): Promise<Answer> {
    const data = encodeFunctionData({
      abi: this.abi,
      functionName: 'execute',
      args: [calls.map((call) => ({ ...call, value: BigInt(call.value) }))],
    })
    // No gas estimate, so calls that revert by now are still mined.
    const relayed = { from: wallets.crowd.account.address, to: this.address, data, gas: '0x989680' }
    const answer = await this.forward('eth_sendTransaction', [relayed])
    if ('error' in answer) return answer
    const id = `0x${(this.sent.size + 1).toString(16).padStart(64, '0')}`
    this.sent.set(id, `0x${String(answer.result).slice(2)}`)
    return { result: { id } }
  }

  private async status(id: string): Promise<Answer> {
    const hash = this.sent.get(id)
    if (!hash) return { error: { code: 5730, message: 'unknown calls' } }
    const answer = await this.forward('eth_getTransactionReceipt', [hash])
    if ('error' in answer) return answer
    const known = { version: '2.0.0', id, chainId: '0xa86a', atomic: true }
    if (answer.result === null) return { result: { ...known, status: 100 } }
    return {
      result: { ...known, status: Object(answer.result).status === '0x1' ? 200 : 500, receipts: [answer.result] },
    }
  }
}
