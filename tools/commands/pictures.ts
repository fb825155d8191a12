import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { product } from '@parley/domain'
import { drawSocialCard, type SocialPrint } from '@parley/server/worker/socialCard'
import { tile } from '@parley/server/worker/tile'
import { drawToken } from '@parley/testkit'
import { takePictures } from '../../e2e/shots/pictures/takePictures.ts'
import { reportFailure } from '../local/reportFailure.ts'
import { requireChromium } from '../machine/requirePrograms.ts'
import { buildPage } from '../page/buildPage.ts'
import { endOnSignal } from '../process/signals.ts'
import { root } from '../root.ts'

/**
 * `pnpm pictures` regenerates the committed pictures after a change of the look.
 *
 * Icons, the social picture, and screenshots for the information pages.
 */
const web = join(root, 'apps/web')
const infoFolder = join(web, 'src/features/info/pictures')
/** Two tokens of the product's own collection that look well side by side. */
const socialTokens = { give: 12, get: 88 }

async function pictures(): Promise<void> {
  await writeFile(join(web, 'public/social.png'), await socialCard())
  const sizes = await takePictures({
    chromiumPath: await requireChromium(),
    webDist: await buildPage('production'),
    markFile: join(web, 'public/parley.svg'),
    iconFolder: join(web, 'public/icons'),
    infoFolder,
  })
  const rows = Object.entries(sizes).map(
    ([name, { width, height }]) => `  ${name}: { width: ${width}, height: ${height} },`,
  )
  const table = `/** Made by \`pnpm pictures\`: how large each picture is on the page, in CSS pixels. */\nexport const pictureSizes = {\n${rows.join('\n')}\n} as const\n`
  await writeFile(join(infoFolder, 'pictureSizes.ts'), table)
}

async function socialCard(): Promise<Uint8Array> {
  return drawSocialCard(await socialPrint(socialTokens.give), await socialPrint(socialTokens.get))
}

async function socialPrint(id: number): Promise<SocialPrint> {
  const nft = { contract: '0x', tokenId: BigInt(id) } as const
  const bytes = Buffer.from(drawToken('parley', id))
  return {
    item: { nft, collection: product.name, isKnown: true, idText: `#${id}` },
    tile: await tile({ type: 'image/svg+xml', bytes, size: 512 }),
  }
}

endOnSignal()
await pictures().catch(reportFailure)
