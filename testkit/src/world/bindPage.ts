import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withPageDeployment, type PageDeployment } from '@parley/protocol'

/** Builds a page for a deployment: its document alone says which, so nothing is bundled again. */
export async function bindPage(folder: string, deployment: PageDeployment): Promise<void> {
  const document = join(folder, 'index.html')
  await writeFile(document, withPageDeployment(await readFile(document, 'utf8'), deployment))
}

/** The same with a copy, so that several worlds can have one build. What lay in the copy's folder goes. */
export async function copyPage(from: string, to: string, deployment: PageDeployment): Promise<void> {
  await rm(to, { recursive: true, force: true })
  await cp(from, to, { recursive: true })
  await bindPage(to, deployment)
}
