import { existsSync } from 'node:fs'
import { demoWebDist, webDist } from './fixtures/builtPages.ts'

/** Tests run against the production build, which must exist. */
export default function globalSetup(): void {
  for (const folder of [webDist, demoWebDist]) {
    if (!existsSync(folder))
      throw new Error(
        `${folder} is not there. \`npm test\` builds it; by hand: \`pnpm build\` and \`pnpm build --demo\`.`,
      )
  }
}
