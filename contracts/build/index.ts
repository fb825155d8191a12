export * from './compile.ts'
export * from './settings.ts'
export { compilerVersion } from './solcOutput.ts'
export * from './standardJson.ts'
