// What it takes to check, sign and send, in one piece that the page fetches after itself.
export { runAccept } from './runAccept.ts'
export { runCreate } from './runCreate.ts'
export { runLeave } from './runLeave.ts'
