import { join } from 'node:path'
import { writeFile } from 'node:fs/promises'
import type { Browser } from '@playwright/test'
import type { Capture } from './capture.ts'

/** A state with its pictures, or the reason why there are none. */
export interface Taken {
  readonly name: string
  readonly captures: readonly Capture[]
  readonly problems: readonly string[]
}

export interface TakenArea {
  readonly name: string
  readonly title: string
  readonly states: readonly Taken[]
}

const sheetWidthPx = 1_800

/** Writes `index.html` with every picture, and one PNG contact sheet per area. @returns the paths, the page first. */
export async function writeContactSheets(
  browser: Browser,
  folder: string,
  areas: readonly TakenArea[],
): Promise<readonly string[]> {
  const index = join(folder, 'index.html')
  await writeFile(index, documentOf(areas))
  const sheets: string[] = []
  const page = await browser.newPage({ viewport: { width: sheetWidthPx, height: 900 } })
  for (const area of areas) {
    const file = join(folder, `${area.name}.html`)
    await writeFile(file, documentOf([area]))
    await page.goto(`file://${file}`)
    await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode())))
    const sheet = join(folder, `sheet-${area.name}.png`)
    await page.screenshot({ path: sheet, fullPage: true })
    sheets.push(sheet)
  }
  await page.close()
  return [index, ...sheets]
}

function documentOf(areas: readonly TakenArea[]): string {
  return `<!doctype html><meta charset="utf-8"><title>Every screen and state</title><style>${style}</style>${areas.map(sectionOf).join('')}`
}

function sectionOf({ title, states }: TakenArea): string {
  return `<section><h2>${escaped(title)}</h2>${states.map(stateOf).join('')}</section>`
}

function stateOf({ name, captures, problems }: Taken): string {
  const told = problems.map((problem) => `<p class="bad">${escaped(problem)}</p>`).join('')
  return `<article id="${name}"><h3>${escaped(name)}</h3>${told}<div class="row">${captures.map(figureOf).join('')}</div></article>`
}

function figureOf({ file, widthPx, scheme, problem }: Capture): string {
  const told = problem ? ` <b class="bad">${escaped(problem)}</b>` : ''
  const look = `w${widthPx}`
  return `<figure class="${look}"><a href="${file}"><img src="${file}" alt=""></a><figcaption>${widthPx} ${scheme}${told}</figcaption></figure>`
}

const style = `
body { margin: 24px; background: #8b8b86; color: #111; font: 15px/1.4 system-ui, sans-serif }
h2 { margin: 32px 0 8px; font-size: 26px } h3 { margin: 20px 0 6px; font-size: 16px }
.row { display: flex; gap: 16px; align-items: flex-start }
figure { margin: 0 } figcaption { font-size: 12px; padding-top: 3px }
img { display: block; width: 100%; max-height: 1100px; object-fit: cover; object-position: top; box-shadow: 0 2px 10px #0006 }
.w390 { width: 250px } .w1280 { width: 600px }
.bad { color: #7d0000; background: #ffdcd6; padding: 2px 6px }`

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character)
}
