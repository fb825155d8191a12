import { useChainTimeS } from '../../services/chainTime.ts'

/** Chain time in unix seconds: the last block's time, advanced by the browser's clock. Updates every second. */
export function useChainTime(): number {
  return useChainTimeS()
}
