export * from './compile.ts'
export * from './settings.ts'
export * from './standardJson.ts'
