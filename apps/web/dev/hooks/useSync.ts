import { scenario } from '../scenario.ts'

export const useSync = () => ({ busy: scenario.has('syncing'), sync: async () => undefined })
