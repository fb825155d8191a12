import { z } from './primitives.ts'

/** A file of the built page: under which name it was built, for the server that hands it out. */
export const brandFile = 'brand.json'

export const brandSchema = z.object({
  name: z.string().check(z.minLength(1)),
  /** Whether its icons are the operator's own. */
  ownLogo: z.boolean(),
})

export type PageBrand = z.output<typeof brandSchema>
