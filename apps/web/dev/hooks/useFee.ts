import { scenario } from '../scenario.ts'

export const useFee = () => ({ wei: 10_000_000_000_000_000n, assumed: scenario.has('loading') })
