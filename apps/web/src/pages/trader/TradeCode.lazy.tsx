import type { ReactNode } from 'react'
import { tradeLinkText as words } from '../../text/trader.lazy.ts'
import { Button } from '../../ui/Button.tsx'
import { drawCode, QrCode } from '../../ui/QrCode.tsx'

/** The code of a trader's link, and its files. */
export default function TradeCode({ link, fileName }: { readonly link: string; readonly fileName: string }): ReactNode {
  return (
    <>
      <QrCode className="trade-code" level={level} text={link} label={words.code(link)} />
      <div className="trade-code-files">
        <Button look="quiet" sentence onClick={() => void savePng(link, `${fileName}.png`)}>
          {words.savePng}
        </Button>
        <Button look="quiet" sentence onClick={() => save(svgOf(link), `${fileName}.svg`)}>
          {words.saveSvg}
        </Button>
      </div>
    </>
  )
}

/** It is printed, and paper gets scratched. */
const level = 'medium'

const dark = '#1f201a'
const light = '#ffffff'
/** Large enough for print. */
const pngSidePx = 1_024

function svgOf(link: string): Blob {
  const { size, path } = drawCode(link, level)
  const text =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<rect width="${size}" height="${size}" fill="${light}"/><path fill="${dark}" d="${path}"/></svg>\n`
  return new Blob([text], { type: 'image/svg+xml' })
}

async function savePng(link: string, name: string): Promise<void> {
  const { size, path } = drawCode(link, level)
  const canvas = document.createElement('canvas')
  // Squares of whole pixels stay sharp.
  const squarePx = Math.ceil(pngSidePx / size)
  canvas.width = size * squarePx
  canvas.height = size * squarePx
  const pen = canvas.getContext('2d')
  if (!pen) return
  pen.fillStyle = light
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.scale(squarePx, squarePx)
  pen.fillStyle = dark
  pen.beginPath()
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)/g)) pen.rect(Number(x), Number(y), 1, 1)
  pen.fill()
  const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (file) save(file, name)
}

/** The browser has taken the file long before. */
const keptMs = 60_000

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), keptMs)
}
