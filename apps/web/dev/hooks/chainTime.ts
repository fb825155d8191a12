import { startS } from '../sample.ts'

export const useChainTimeS = (): number => startS
export const chainTimeS = (): number => startS
