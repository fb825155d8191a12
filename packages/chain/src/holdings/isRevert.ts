import { BaseError, RpcRequestError } from 'viem'

/** Whether a call failed because the contract said no, as against a node that could not or would not run it. */
export function isRevert(error: unknown): boolean {
  const cause = error instanceof BaseError ? error.walk((inner) => inner instanceof RpcRequestError) : undefined
  if (!(cause instanceof RpcRequestError)) return false
  return cause.code === 3 || /revert|invalid opcode/i.test(cause.details)
}
