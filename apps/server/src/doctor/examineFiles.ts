import { constants } from 'node:fs'
import { access, readFile, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ServerConfig } from '../config/serverConfig.ts'
import { fine, skipped, warning, wrong, type Finding } from './Finding.ts'

const minFreeMb = 200

export async function examineFiles({ images, webDist }: ServerConfig): Promise<Finding[]> {
  return [await examineData(images.cacheFolder), await examinePage(webDist)]
}

/** Whether the data folder can be written and has room. */
async function examineData(folder: string): Promise<Finding> {
  const what = 'data folder'
  try {
    const there = await nearest(folder)
    if (!(await stat(there)).isDirectory()) return wrong(what, `${there} is a file. Look at PARLEY_DATA.`)
    await access(there, constants.W_OK)
    const { bavail, bsize } = await statfs(there)
    const freeMb = Math.floor((bavail * bsize) / 1024 ** 2)
    if (freeMb < minFreeMb) return warning(what, `Only ${freeMb} MB are left on its disk. Make room for pictures.`)
    return fine(what, `${folder} can be written; ${freeMb} MB are free.`)
  } catch {
    return wrong(what, `${folder} cannot be written by this user. Look at PARLEY_DATA.`)
  }
}

/** The folder, or what it would be made in. */
async function nearest(folder: string): Promise<string> {
  try {
    await stat(folder)
    return folder
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (!isMissing || dirname(folder) === folder) throw error
    return nearest(dirname(folder))
  }
}

async function examinePage(webDist: string | null): Promise<Finding> {
  const what = 'page'
  if (webDist === null) return skipped(what, 'WEB_DIST is not set: this server has the API only.')
  const html = await readFile(join(webDist, 'index.html'), 'utf8').catch(() => null)
  if (html === null) return wrong(what, `There is no page in ${webDist}. Build it: pnpm build --chain avalanche.`)
  return fine(what, `It is built, in ${webDist}.`)
}
