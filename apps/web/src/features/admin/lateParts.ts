/** The panel's lower part, in one chunk. */
export { OwnerLog } from './OwnerLog.tsx'
export { OwnershipSection } from './OwnershipSection.tsx'
export { PauseSection } from './OwnershipSection.tsx'
export { RecoverySection } from './RecoverySection.tsx'
