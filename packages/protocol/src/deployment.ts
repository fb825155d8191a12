import { z } from './zod.ts'
import { collectionSchema, escrowDeploymentSchema, networkSchema } from './config.ts'
import { addressSchema } from './primitives.ts'

/** The deployment file: which contracts a network has. The server reads it at start, the deploy commands write it. */
export const deploymentSchema = z.strictObject({
  network: networkSchema,
  chainId: z.int().check(z.positive()),
  multicall3: addressSchema,
  /** Newest first: the first takes new offers (decision C9). */
  escrows: z.array(escrowDeploymentSchema).check(z.minLength(1)),
  collections: z.array(collectionSchema),
})

export type Deployment = z.output<typeof deploymentSchema>
