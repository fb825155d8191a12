import { BaseError } from 'viem'
import type { RpcFault, RpcFaultKind } from './RpcFault.ts'

/** No endpoint answered: each one tried had a fault. `reason` and `status` are those of the last. */
export class RpcUnavailableError extends BaseError {
  readonly code = 'rpcUnavailable'
  readonly reason: RpcFaultKind
  readonly status: number | undefined

  constructor(fault: RpcFault) {
    super('No RPC endpoint answered.', {
      name: 'RpcUnavailableError',
      cause: fault,
      metaMessages: [`Last fault: ${fault.kind}${fault.status === undefined ? '' : ` (${fault.status})`}`],
    })
    this.reason = fault.kind
    this.status = fault.status
  }
}
