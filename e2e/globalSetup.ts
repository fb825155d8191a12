import { existsSync } from 'node:fs'
import { demoWebDist, webDist } from './fixtures/builtPages.ts'

/** The tests open the page as it is shipped, so it has to be built. */
export default function globalSetup(): void {
  for (const folder of [webDist, demoWebDist]) {
    if (!existsSync(folder))
      throw new Error(
        `${folder} is not there. \`npm test\` builds it; by hand: \`pnpm build\` and \`pnpm build --demo\`.`,
      )
  }
}
