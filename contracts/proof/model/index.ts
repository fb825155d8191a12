export { compareWithModel } from './compareWithModel.ts'
