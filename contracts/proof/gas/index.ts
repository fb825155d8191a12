export * from './cases.ts'
export * from './measureGas.ts'
export * from './snapshot.ts'
