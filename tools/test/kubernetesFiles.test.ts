import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { alivePath } from '@parley/protocol'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { root } from '../root.ts'
import { known, read } from './given/deployFiles.ts'

describe('given the Kubernetes manifests', () => {
  const manifests = parseAllDocuments(read('deploy/kubernetes/base/parley.yaml'), { merge: true }).map((document) =>
    document.toJS(),
  )
  const deployment = manifests.find(({ kind }) => kind === 'Deployment')
  const [container] = deployment.spec.template.spec.containers

  it('never takes a server away before another is ready, nor two at once', () => {
    expect(deployment.spec.strategy.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 })
    const budget = manifests.find(({ kind }) => kind === 'PodDisruptionBudget')
    expect(budget.spec).toEqual({ minAvailable: deployment.spec.replicas - 1, selector: deployment.spec.selector })
    expect(deployment.spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(15)
  })

  it('restarts what gives no answer, and sends no visitor to what is not ready', () => {
    expect(container.readinessProbe.httpGet.path).toBe('/health')
    for (const probe of [container.livenessProbe, container.startupProbe])
      expect(probe.httpGet).toEqual({ path: alivePath, port: 'http' })
    // For what runs the servers alone, like metrics.
    expect(read('deploy/caddy/Caddyfile')).toMatch(/^\t@inside path \/metrics \/alive$/m)
  })

  it('sets only variables that the server reads, and names the secrets that the overlay makes', () => {
    const overlay = parse(read('deploy/kubernetes/overlays/production/kustomization.yaml'))
    const base = parse(read('deploy/kubernetes/base/kustomization.yaml'))
    const literals: string[] = [...overlay.configMapGenerator, ...base.configMapGenerator].flatMap(
      (map) => map.literals,
    )
    const names = [
      ...literals.map((pair) => pair.split('=')[0]),
      ...container.env.map(({ name }: { name: string }) => name),
    ]
    expect(names.filter((name) => !known.has(name))).toEqual([])
    const files: string[] = overlay.secretGenerator[0].files.map((pair: string) => `/secrets/${pair.split('=')[0]}`)
    const own = container.env.map(({ value }: { value: string }) => value)
    expect(files.slice(0, own.length)).toEqual(own)
    // Those of its components.
    expect(files.slice(own.length)).toEqual([
      '/secrets/redis-password',
      '/secrets/alertmanager.yml',
      '/secrets/grafana-password',
    ])
  })
})

describe('given every manifest of Kubernetes', () => {
  const folder = join(root, 'deploy/kubernetes')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.yaml'))
  const texts = files.map((file) => read(`deploy/kubernetes/${file}`))

  it('gives no pod variables named after services: the server refuses those that begin with PARLEY_', () => {
    const pods = texts
      .flatMap((text) => parseAllDocuments(text, { merge: true }).map((document) => document.toJS()))
      .filter((manifest) => manifest?.spec?.template?.spec?.containers)
    expect(pods).toHaveLength(8)
    for (const { metadata, spec } of pods) expect(spec.template.spec.enableServiceLinks, metadata.name).toBe(false)
  })

  it('starts nothing whose secret is empty', () => {
    const starts = texts
      .flatMap((text) => text.match(/.*\$\(cat \/secrets.*/g) ?? [])
      .filter((line) => !line.includes('redis-cli'))
    expect(starts).toHaveLength(3)
    for (const line of starts) expect(line).toMatch(/(secret|password)="\$\(cat \/secrets\/[\w-]+\)"/)
    for (const text of texts.filter((each) => each.includes('$(cat /secrets')))
      expect(text).toMatch(/"\$\{(secret|password):\?\}"/)
  })
})

describe('given the components of Kubernetes', () => {
  interface Container {
    readonly name: string
    readonly image: string
    readonly livenessProbe?: object
    readonly readinessProbe?: object
    readonly env?: readonly { readonly name: string; readonly value?: string }[]
    readonly envFrom?: readonly { readonly configMapRef: { readonly name: string } }[]
    readonly securityContext: object & { readonly capabilities: { readonly add?: readonly string[] } }
    readonly resources: { readonly limits: object }
  }
  interface Pod {
    readonly hostNetwork?: boolean
    readonly securityContext: object
    readonly containers: readonly Container[]
    readonly volumes: readonly {
      readonly secret?: { readonly secretName: string; readonly items?: readonly { key: string }[] }
    }[]
  }
  const folder = 'deploy/kubernetes/components'
  const manifestsIn = (component: string) =>
    readdirSync(join(root, folder, component))
      .filter((file) => file.endsWith('.yaml') && !/^(kustomization|datasource|dashboards)\.yaml$/.test(file))
      .flatMap((file) => parseAllDocuments(read(join(folder, component, file))).map((document) => document.toJS()))
  const podsIn = (component: string): Pod[] =>
    manifestsIn(component).flatMap(({ spec }) => (spec.template === undefined ? [] : [spec.template.spec]))
  const overlays = ['production', 'media'].map((name) =>
    parse(read(`deploy/kubernetes/overlays/${name}/kustomization.yaml`)),
  )
  const secretsOf = (overlay: { secretGenerator: { name: string; files: string[] }[] }) =>
    overlay.secretGenerator.flatMap(({ name, files }) => files.map((file) => `${name}/${file.split('=')[0]}`))

  it('are the topology: all that Compose runs but the database and the way in', () => {
    const named = overlays.flatMap(({ components }: { components: string[] }) =>
      components.map((path) => path.split('/').at(-1) ?? ''),
    )
    expect(named).toEqual(['redis', 'monitoring', 'janus', 'coturn'])
    const images = named.flatMap(podsIn).flatMap(({ containers }) => containers.map(({ image }) => image))
    expect(images.toSorted()).toEqual(['alertmanager', 'coturn', 'grafana', 'janus', 'prometheus', 'redis'])
    const pinned = overlays.flatMap(({ images: all }: { images: { name: string; digest: string }[] }) => all)
    for (const image of images)
      expect(pinned.find(({ name }) => name === image)?.digest).toMatch(/^sha256:[0-9a-f]{64}$/)
  })

  it.each(['redis', 'monitoring', 'janus', 'coturn', 'imgproxy'])(
    'run without rights, on a file system that cannot be written, within limits, and are looked at (%s)',
    (component) => {
      const pods = podsIn(component)
      expect(pods.length).toBeGreaterThan(0)
      for (const pod of pods) {
        expect(pod).toMatchObject({
          automountServiceAccountToken: false,
          securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
        })
        for (const { name, securityContext, resources, livenessProbe, readinessProbe } of pod.containers) {
          const rights = {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          }
          expect(securityContext, name).toMatchObject(rights)
          expect(securityContext.capabilities.add ?? [], name).toEqual(name === 'coturn' ? ['NET_BIND_SERVICE'] : [])
          expect(resources.limits, name).toHaveProperty('memory')
          expect([livenessProbe, readinessProbe], name).not.toContain(undefined)
          // A connection proves nothing, but these two have no answer that a probe could ask for.
          if (!['janus', 'coturn'].includes(name)) expect(livenessProbe, name).not.toHaveProperty('tcpSocket')
        }
      }
    },
  )

  it('take secrets as files that their overlay makes', () => {
    for (const [index, component] of [
      [0, 'redis'],
      [0, 'monitoring'],
      [1, 'janus'],
      [1, 'coturn'],
    ] as const)
      for (const { volumes } of podsIn(component))
        for (const { secret } of volumes) {
          // cert-manager makes that one.
          if (secret === undefined || secret.secretName === 'turn-tls') continue
          const used = (secret.items ?? []).map(({ key }) => `${secret.secretName}/${key}`)
          expect(used.length, component).toBeGreaterThan(0)
          expect(secretsOf(overlays[index]), component).toEqual(expect.arrayContaining(used))
        }
  })

  it('keep what needs the network of a node in a namespace of its own, with addresses from its overlay', () => {
    for (const component of ['redis', 'monitoring'])
      for (const pod of podsIn(component)) expect(pod.hostNetwork ?? false).toBe(false)
    const media = overlays[1]
    expect(media.namespace).not.toBe(overlays[0].namespace)
    const made = media.configMapGenerator.map(({ name }: { name: string }) => name)
    for (const component of ['janus', 'coturn'])
      for (const { hostNetwork, containers } of podsIn(component)) {
        expect(hostNetwork).toBe(true)
        for (const { envFrom = [] } of containers) expect(made).toContain(envFrom[0]?.configMapRef.name)
      }
  })

  it('lets only the servers reach Redis, and Prometheus the servers', () => {
    const policy = (component: string, name: string) =>
      manifestsIn(component).find(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === name)
    expect(policy('redis', 'redis').spec).toMatchObject({
      policyTypes: ['Ingress', 'Egress'],
      ingress: [{ from: [{ podSelector: { matchLabels: { app: 'parley' } } }] }],
      egress: [],
    })
    for (const name of ['prometheus', 'alertmanager', 'grafana']) expect(policy('monitoring', name)).toBeDefined()
    const { patches } = parse(read(`${folder}/monitoring/kustomization.yaml`))
    expect(parse(patches[0].patch)[0].value).toEqual({ podSelector: { matchLabels: { app: 'prometheus' } } })
  })

  it('let the doctor in a server ask Prometheus for its targets and rules', () => {
    const { patches } = parse(read(`${folder}/monitoring/kustomization.yaml`))
    const [, { target, patch }] = patches
    expect(target).toEqual({ kind: 'Deployment', name: 'parley' })
    expect(parse(patch)[0].value).toEqual({ name: 'PROMETHEUS_URL', value: 'http://prometheus:9090' })
    const manifests = manifestsIn('monitoring')
    const [service, policy] = ['Service', 'NetworkPolicy'].map((kind) =>
      manifests.find((each) => each.kind === kind && each.metadata.name === 'prometheus'),
    )
    expect(service?.spec.ports[0].port).toBe(9090)
    expect(policy?.spec.ingress[0].from).toContainEqual({ podSelector: { matchLabels: { app: 'parley' } } })
  })

  it('scrape as Compose does, with the same rules and receiver', () => {
    const settings = (file: string) => {
      const { rule_files, alerting, scrape_configs } = parse(read(file))
      return { rule_files, alerting, jobs: scrape_configs.map(({ job_name }: { job_name: string }) => job_name) }
    }
    expect(settings(`${folder}/monitoring/prometheus.yml`)).toEqual(settings('deploy/prometheus/compose.yml'))
  })
})
