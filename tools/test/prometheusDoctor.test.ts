import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readConfig, type RunningServer, startServer } from '@parley/server'
import { type Postgres, startPostgres } from '@parley/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePorts, type Program, until } from '../rehearsal/Program.ts'
import { type Service, startAlertmanager, startPrometheus } from '../rehearsal/services.ts'
import { type Env, isLong, openTopologyDoctor, type Sabotage, type TopologyDoctor } from './given/topologyDoctor.ts'

const token = 'an-uneven-token-of-the-servers-0123456789'

describe.runIf(isLong)('given two servers that Prometheus reads, and one wrong thing', () => {
  const stack = new AsyncDisposableStack()
  let doctor: TopologyDoctor
  let postgres: Postgres
  let url = ''
  let alertmanager: Service
  let prometheus: Program
  const servers: RunningServer[] = []
  let [prometheusPort, alertmanagerPort] = [0, 0]

  const settings = (): Env => ({
    DATABASE_URL: url,
    METRICS_TOKEN: token,
    PORT: String(servers[0]?.port ?? 0),
    PROMETHEUS_URL: `http://127.0.0.1:${prometheusPort}`,
  })
  const start = async (name: string, env: Env = {}): Promise<RunningServer> => {
    const PARLEY_DATA = join(doctor.folder, name)
    const server = await startServer(
      readConfig(doctor.settings({ ...settings(), PORT: '0', PARLEY_DATA, LOG_LEVEL: 'silent', ...env })),
    )
    servers.push(server)
    return server
  }
  const tokenFile = () => join(doctor.folder, 'token')
  const run = async (
    edit: (config: string) => string = (config) => config,
    ports = servers.map(({ port }) => port),
  ) => {
    prometheus = await startPrometheus({
      folder: doctor.folder,
      port: prometheusPort,
      ports,
      tokenFile: tokenFile(),
      edit: (config) => edit(config.replace('127.0.0.1:9093', `127.0.0.1:${alertmanagerPort}`)),
    })
    await until('Prometheus answers', async () => (await fetch(`${settings()['PROMETHEUS_URL']}/-/ready`)).ok)
  }
  /** Prometheus, started again with its servers of now. */
  const runAgain = async () => {
    await prometheus.kill()
    await run()
  }
  /** Starts one more server, which Prometheus reads as well. */
  const addStray = async (...given: Parameters<typeof start>) => {
    const stray = await start(...given)
    await runAgain()
    return async () => {
      servers.splice(servers.indexOf(stray), 1)
      await stray.stop()
      await runAgain()
    }
  }
  /** Prometheus with another configuration. */
  const configured = (edit: (config: string) => string, ports?: () => readonly number[]): Pick<Sabotage, 'harm'> => ({
    async harm() {
      await prometheus.kill()
      await run(edit, ports?.().slice())
      return runAgain
    },
  })

  beforeAll(async () => {
    doctor = await openTopologyDoctor({
      prometheus: 'prometheus',
      'prometheus-alertmanager': 'prometheus-alertmanager',
    })
    stack.defer(() => doctor.close())
    postgres = await startPostgres()
    stack.defer(() => postgres.stop())
    url = await postgres.createDatabase('doctor')
    ;[prometheusPort = 0, alertmanagerPort = 0] = await freePorts(2)
    await writeFile(tokenFile(), token)
    await start('one')
    await start('other')
    stack.defer(async () => void (await Promise.all(servers.map((server) => server.stop()))))
    alertmanager = await startAlertmanager(doctor.folder, alertmanagerPort)
    stack.defer(() => alertmanager.kill())
    await run()
    stack.defer(() => prometheus.kill())
  })
  afterAll(() => stack.disposeAsync())

  it('finds nothing, and has looked at the leader, the token and Prometheus', async () => {
    const found = await doctor.expectNone(settings)
    for (const [what, words] of [
      ['leader', /One of 2 servers leads/],
      ['metrics token', /the running server takes it/],
      ['prometheus', /reads 2 servers, and its alerts go out/],
    ] as const)
      expect(found).toContainEqual({ what, state: 'fine', words: expect.stringMatching(words) })
  })

  const red = { what: 'prometheus', state: 'warning' } as const
  const sabotages: readonly Sabotage[] = [
    {
      ...red,
      title: 'Prometheus is down',
      async harm() {
        await prometheus.kill()
        return () => run()
      },
      words: /ECONNREFUSED.*no fault raises an alert.*PROMETHEUS_URL/,
    },
    {
      ...red,
      title: 'its token is not METRICS_TOKEN',
      async harm() {
        await writeFile(tokenFile(), 'another')
        return () => writeFile(tokenFile(), token)
      },
      words: /127\.0\.0\.1:\d+ refuses its token, and takes METRICS_TOKEN.*credentials_file/,
    },
    {
      ...red,
      title: 'a server was started with another METRICS_TOKEN',
      harm: () => addStray('stray', { METRICS_TOKEN: `${token}-of-another` }),
      words: /refuses its token, and METRICS_TOKEN as it is set here as well.*restart it/,
    },
    {
      ...red,
      title: 'a target is no server',
      ...configured(
        (config) => config,
        () => [...servers.map(({ port }) => port), alertmanagerPort + 1],
      ),
      words: /can't read 127\.0\.0\.1:\d+: .*connection refused.*Is that server running/,
    },
    {
      ...red,
      title: 'it does not know all servers',
      ...configured(
        (config) => config,
        () => servers.slice(0, 1).map(({ port }) => port),
      ),
      words: /reads 1 of 2 servers.*targets of its job parley/,
    },
    {
      ...red,
      title: 'its job has another name',
      ...configured((config) => config.replace('job_name: parley', 'job_name: site')),
      words: /no job named parley/,
    },
    {
      ...red,
      title: 'it has no rules',
      ...configured((config) => config.replace(/rule_files:\n.*\n/, '')),
      words: /none of our alert rules.*rule_files/,
    },
    {
      ...red,
      title: 'it can not evaluate a rule',
      async harm() {
        const rules = join(doctor.folder, 'broken.yml')
        const rule = '{ alert: ParleyBroken, expr: parley_leader * on (job) parley_build_info }'
        await writeFile(rules, `groups:\n  - name: broken\n    rules:\n      - ${rule}\n`)
        const added = configured((config) => config.replace('rule_files:\n', `rule_files:\n  - ${rules}\n`))
        return (await added.harm?.()) ?? (() => undefined)
      },
      words: /can't evaluate its rule ParleyBroken: .*many-to-many/,
    },
    {
      ...red,
      title: 'it knows no Alertmanager',
      ...configured((config) => config.replace(/alerting:\n(.*\n)*/, '')),
      words: /knows no Alertmanager.*alerting/,
    },
    {
      ...red,
      title: 'its Alertmanager is down',
      async harm() {
        await alertmanager.kill()
        return () => alertmanager.start()
      },
      words: /Alertmanager at 127\.0\.0\.1:\d+ does not answer \(.*ECONNREFUSED.*reach no one/,
    },
    {
      what: 'leader',
      state: 'warning',
      title: 'a server uses another database, so that two lead',
      harm: async () => addStray('elsewhere', { DATABASE_URL: await postgres.createDatabase('elsewhere') }),
      words: /127\.0\.0\.1:\d+ and 127\.0\.0\.1:\d+ both think that they lead.*DATABASE_URL and DATABASE_DIRECT_URL/,
    },
    {
      what: 'metrics token',
      state: 'warning',
      title: 'the METRICS_TOKEN of these settings is not that of the servers',
      env: () => ({ METRICS_TOKEN: `${token}-of-another` }),
      words: /The server at http:\/\/127\.0\.0\.1:\d+ refuses it \(404\)/,
    },
  ]

  it.each(sabotages)('has one line with one cause where $title', async (sabotage) => {
    const undo = await sabotage.harm?.()
    try {
      await doctor.expectOnly(() => ({ ...settings(), ...sabotage.env?.() }), sabotage)
    } finally {
      await undo?.()
    }
  })
})
