// Checking, signing and sending in one lazy chunk.
export { runAccept } from './runAccept.ts'
export { runCreate } from './runCreate.ts'
export { runLeave } from './runLeave.ts'
