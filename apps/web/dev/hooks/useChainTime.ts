import { startS } from '../sample.ts'

export const useChainTime = (): number => startS
