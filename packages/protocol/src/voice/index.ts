export * from './voiceEvents.ts'
export * from './voiceProof.ts'
export * from './voiceRooms.ts'
