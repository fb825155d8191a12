export { compareWithModel, ModelDiffers, type Seeds } from './compareWithModel.ts'
