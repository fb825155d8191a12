import { useChainTimeS } from '../../session/chainTime.ts'

/** Chain time in unix seconds: the last block's time, and the browser's clock between blocks. Changes once a second. */
export function useChainTime(): number {
  return useChainTimeS()
}
