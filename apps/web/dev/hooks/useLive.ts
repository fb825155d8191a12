import { scenario } from '../scenario.ts'

export const useLive = () => ({ status: scenario.has('away') ? 'away' : 'live', indexedBlock: 1 }) as const
