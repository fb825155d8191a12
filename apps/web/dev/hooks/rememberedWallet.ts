import { scenario } from '../scenario.ts'

export const rememberedWallet = (): boolean => !scenario.has('disconnected')
