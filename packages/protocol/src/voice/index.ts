export * from './voiceEvents.ts'
export * from './voiceRooms.ts'
