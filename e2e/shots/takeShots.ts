import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium, type Browser } from '@playwright/test'
import { NameServices, startWorld, type World } from '@parley/testkit'
import { capture, viewHeightsPx } from './capture.ts'
import { writeContactSheets, type Taken, type TakenArea } from './contactSheet.ts'
import type { Area, Shot } from './Shot.ts'
import { Stage } from './Stage.ts'

export interface ShotOptions {
  readonly chromiumPath: string
  /** The folder of the built page. */
  readonly webDist: string
  /** Where pictures and contact sheets go. */
  readonly folder: string
  /** Areas to photograph; all if empty. */
  readonly areas: readonly string[]
  /** Only states whose name matches. */
  readonly only: RegExp
  readonly onState: (line: string) => void
}

const areaFolder = join(import.meta.dirname, 'areas')
const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--hide-scrollbars',
  '--use-fake-device-for-media-stream',
]

/** Photographs every screen and state in a new world, with contact sheets. @returns how many states have a problem. */
export async function takeShots(
  options: ShotOptions,
): Promise<{ readonly sheets: readonly string[]; readonly troubled: number }> {
  const names = await areaNames(options.areas)
  await mkdir(options.folder, { recursive: true })
  const world = await startWorld({
    seed: 'demo',
    webDist: options.webDist,
    serverEnv: NameServices.settings,
  })
  const browser = await chromium.launch({ executablePath: options.chromiumPath, args: browserArguments })
  try {
    const taken: TakenArea[] = []
    for (const name of names) taken.push(await takeArea(name, await loadArea(name), { world, browser, options }))
    const sheets = await writeContactSheets(browser, options.folder, taken)
    const troubled = taken.flatMap((area) => area.states).filter((state) => state.problems.length > 0).length
    return { sheets, troubled }
  } finally {
    await browser.close()
    await world.stop()
  }
}

async function areaNames(wanted: readonly string[]): Promise<readonly string[]> {
  const all = (await readdir(areaFolder)).map((file) => file.replace('.ts', '')).toSorted()
  const unknown = wanted.find((name) => !all.includes(name))
  if (unknown !== undefined) throw new RangeError(`There is no area ${unknown}; there are ${all.join(', ')}.`)
  return wanted.length === 0 ? all : wanted
}

async function loadArea(name: string): Promise<Area> {
  const module: { area: Area } = await import(pathToFileURL(join(areaFolder, `${name}.ts`)).href)
  return module.area
}

interface Studio {
  readonly world: World
  readonly browser: Browser
  readonly options: ShotOptions
}

async function takeArea(name: string, area: Area, studio: Studio): Promise<TakenArea> {
  const states: Taken[] = []
  for (const shot of area.shots.filter((one) => studio.options.only.test(one.name)))
    states.push(await takeState(name, shot, studio))
  return { name, title: area.title, states }
}

async function takeState(areaName: string, shot: Shot, { world, browser, options }: Studio): Promise<Taken> {
  const viewport = { width: 1280, height: viewHeightsPx[1280] }
  const stage = new Stage(world, browser, { viewport, colorScheme: 'light', reducedMotion: 'reduce' })
  const name = `${areaName}-${shot.name}`
  const startedMs = performance.now()
  try {
    const captures = await capture(await shot.reach(stage), shot, { folder: options.folder, name })
    const problems = [
      ...new Set(captures.flatMap(({ problem, widthPx }) => (problem ? [`${widthPx} px: ${problem}`] : []))),
    ]
    options.onState(
      `${name}  ${Math.round(performance.now() - startedMs)} ms${problems.map((one) => `\n    ${one}`).join('')}`,
    )
    return { name, captures, problems }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    options.onState(`${name}  not reached: ${reason}`)
    return { name, captures: [], problems: [reason] }
  } finally {
    await stage.close()
  }
}
