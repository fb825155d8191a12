export type { Mutant } from './Mutant.ts'
export { mutantsOf } from './mutantsOf.ts'
export { runMutants, type Fate } from './runMutants.ts'
export { ownSources } from './syntax.ts'
