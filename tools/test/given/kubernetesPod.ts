import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, parseAllDocuments, stringify } from 'yaml'
import { root } from '../../root.ts'

const folder = join(root, 'deploy/kubernetes')
const read = (file: string) => readFileSync(join(folder, file), 'utf8')

export interface PodHere {
  readonly image: string
  /** The folder of the files that the Secret holds. */
  readonly secrets: string
  readonly settings: Readonly<Record<string, string>>
}

/**
 * The Deployment of the overlay for production, with one replica on this machine's network.
 *
 * Podman 4.3 knows no probe that asks over HTTP, and writes a Secret's files in base64.
 */
export function deploymentHere({ image, secrets, settings }: PodHere): string {
  const manifests = parseAllDocuments(read('base/parley.yaml'), { merge: true }).map((document) => document.toJS())
  const deployment = manifests.find(({ kind }) => kind === 'Deployment')
  const generators = ['base', 'overlays/production'].flatMap(
    (part) => parse(read(`${part}/kustomization.yaml`)).configMapGenerator,
  )
  const literals: string[] = generators.flatMap(({ literals: pairs }) => pairs)
  const data = { ...Object.fromEntries(literals.map((pair) => pair.split(/=(.*)/s, 2))), ...settings }
  const { spec } = deployment.spec.template
  deployment.spec.replicas = 1
  spec.hostNetwork = true
  // Otherwise it starts an init container again that has ended well.
  spec.restartPolicy = 'OnFailure'
  for (const container of [...spec.initContainers, ...spec.containers]) {
    container.image = image
    for (const name of ['ports', 'livenessProbe', 'readinessProbe', 'startupProbe']) delete container[name]
  }
  spec.volumes = spec.volumes.map((volume: { name: string; secret?: object }) =>
    volume.secret ? { name: volume.name, hostPath: { path: secrets } } : volume,
  )
  const configMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'parley' }, data }
  return [configMap, deployment].map((each) => stringify(each, { aliasDuplicateObjects: false })).join('---\n')
}
