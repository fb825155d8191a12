import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pagePartsFile, type PageParts } from '@parley/protocol'
import { z } from 'zod'

const schema: z.ZodType<readonly PageParts[]> = z.array(
  z.object({ paths: z.array(z.string()), scripts: z.array(z.string()), answers: z.array(z.string()) }),
)

/** Files needed by the routes of a built page. Empty if the page doesn't list them, which only makes it slower. */
export async function readPageParts(webDist: string): Promise<readonly PageParts[]> {
  try {
    return schema.parse(JSON.parse(await readFile(join(webDist, pagePartsFile), 'utf8')))
  } catch {
    return []
  }
}

/** What the page of a path fetches, as far as its route says. */
export function partsOf(parts: readonly PageParts[], path: string): Pick<PageParts, 'scripts' | 'answers'> {
  const found = parts.find(({ paths }) => paths.some((pattern) => isAt(pattern, path)))
  return found ?? { scripts: [], answers: [] }
}

function isAt(pattern: string, path: string): boolean {
  const [steps, wanted] = [path.split('/'), pattern.split('/')]
  return steps.length === wanted.length && wanted.every((step, at) => step.startsWith(':') || step === steps[at])
}
