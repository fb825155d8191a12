import { product } from '@parley/domain'

/** Until when this browser is signed in, in its storage: see `signIn.ts`. */
export const signedInKey = `${product.slug}-signed-in-until`
