import { z } from 'zod'
import type { ServerConfig } from '../config/serverConfig.ts'
import { askJson, askStatus, type Asked } from './askJson.ts'
import { type Finding, fine, skipped, warning } from './Finding.ts'

const what = 'prometheus'
/** Of deploy/prometheus/prometheus.yml; the alert rules name it. */
const job = 'parley'
const refused = /HTTP status 40[134]/

const answerOf = <T>(data: z.ZodType<T>) => z.looseObject({ status: z.literal('success'), data })
const targetsSchema = answerOf(
  z.looseObject({
    activeTargets: z.array(
      z.looseObject({
        labels: z.looseObject({ job: z.optional(z.string()), instance: z.optional(z.string()) }),
        scrapeUrl: z.string(),
        health: z.string(),
        lastError: z.string(),
      }),
    ),
  }),
)
const rulesSchema = answerOf(
  z.looseObject({
    groups: z.array(
      z.looseObject({
        rules: z.array(z.looseObject({ name: z.string(), health: z.string(), lastError: z.optional(z.string()) })),
      }),
    ),
  }),
)
const alertmanagersSchema = answerOf(
  z.looseObject({ activeAlertmanagers: z.array(z.looseObject({ url: z.string() })) }),
)
const vectorSchema = answerOf(
  z.looseObject({
    result: z.array(z.looseObject({ metric: z.looseObject({ instance: z.optional(z.string()) }) })),
  }),
)
type Target = z.output<typeof targetsSchema>['data']['activeTargets'][number]

/** Whether Prometheus reads every server, has the alert rules, and reaches an Alertmanager. */
export async function examinePrometheus(
  { prometheusUrl, metricsToken, deployment }: Pick<ServerConfig, 'prometheusUrl' | 'metricsToken' | 'deployment'>,
  /** How many have a session in the database; null where it can't be asked. */
  runningServers: number | null,
): Promise<Finding> {
  if (prometheusUrl === null)
    return skipped(what, 'PROMETHEUS_URL is not set, so it is not known whether alerts would go out.')
  if (metricsToken === null && deployment.network !== 'local')
    return skipped(what, 'Without METRICS_TOKEN it can read no server.')
  const targets = await askJson(`${prometheusUrl}/api/v1/targets?state=active`, targetsSchema)
  if ('silence' in targets)
    return warning(
      what,
      `It does not answer (${targets.silence}): no fault raises an alert. Is it running, and PROMETHEUS_URL its address?`,
    )
  const own = targets.answer.data.activeTargets.filter(({ labels }) => labels.job === job)
  const fault =
    (await targetFault(own, { metricsToken, runningServers })) ??
    ruleFault(await askJson(`${prometheusUrl}/api/v1/rules?type=alert`, rulesSchema)) ??
    (await alertmanagerFault(await askJson(`${prometheusUrl}/api/v1/alertmanagers`, alertmanagersSchema)))
  if (fault !== null) return warning(what, fault)
  return fine(what, `It reads ${own.length === 1 ? 'the server' : `${own.length} servers`}, and its alerts go out.`)
}

async function targetFault(
  targets: readonly Target[],
  { metricsToken, runningServers }: { metricsToken: string | null; runningServers: number | null },
): Promise<string | null> {
  if (targets.length === 0)
    return `It has no job named ${job}, so it reads no server and its rules see nothing. Use deploy/prometheus/prometheus.yml.`
  const down = targets.find(({ health }) => health === 'down')
  if (down) {
    const place = down.labels.instance ?? new URL(down.scrapeUrl).host
    if (!refused.test(down.lastError))
      return `It can't read ${place}: ${down.lastError}. Is that server running, and named rightly in the targets?`
    const authorization = { authorization: `Bearer ${metricsToken ?? ''}` }
    const answer = await askStatus(down.scrapeUrl, authorization)
    if (answer === 200)
      return `${place} refuses its token, and takes METRICS_TOKEN: put METRICS_TOKEN into its credentials_file.`
    if (typeof answer === 'number')
      return `${place} refuses its token, and METRICS_TOKEN as it is set here as well: that server was started with another. Give all the same, and restart it.`
    return `${place} refuses its token: its credentials_file has to hold the METRICS_TOKEN of that server.`
  }
  if (runningServers !== null && targets.length < runningServers)
    return `It reads ${targets.length} of ${runningServers} servers: faults of the others raise no alert. Name all in the targets of its job ${job}.`
  return null
}

function ruleFault(rules: Asked<z.output<typeof rulesSchema>>): string | null {
  if ('silence' in rules) return `It does not tell its rules (${rules.silence}).`
  const own = rules.answer.data.groups.flatMap((group) => group.rules).filter(({ name }) => name.startsWith('Parley'))
  if (own.length === 0)
    return 'It has none of our alert rules, so it never alerts. Name parley-alerts.yml in its rule_files.'
  const bad = own.find(({ health }) => health === 'err')
  return bad ? `It can't evaluate its rule ${bad.name}: ${bad.lastError}` : null
}

async function alertmanagerFault(found: Asked<z.output<typeof alertmanagersSchema>>): Promise<string | null> {
  if ('silence' in found) return `It does not tell its Alertmanagers (${found.silence}).`
  const urls = found.answer.data.activeAlertmanagers.map(({ url }) => url)
  if (urls.length === 0)
    return 'It knows no Alertmanager, so its alerts reach no one. Name one in its alerting section.'
  const answers = await Promise.all(urls.map((url) => askStatus(url.replace(/\/api\/v\d+\/alerts$/, '/-/ready'))))
  if (answers.includes(200)) return null
  const [url = ''] = urls
  const said = typeof answers[0] === 'number' ? `HTTP ${answers[0]}` : answers[0]
  return `Its Alertmanager at ${new URL(url).host} does not answer (${said}), so alerts reach no one. Start it.`
}

/** The servers that lead, by what Prometheus has read last; null where it can't be asked. */
export async function leadersBy(prometheusUrl: string | null): Promise<readonly string[] | null> {
  if (prometheusUrl === null) return null
  const query = encodeURIComponent(`parley_leader{job="${job}"} == 1`)
  const found = await askJson(`${prometheusUrl}/api/v1/query?query=${query}`, vectorSchema)
  const targets = await askJson(`${prometheusUrl}/api/v1/targets?state=active`, targetsSchema)
  if ('silence' in found || 'silence' in targets) return null
  // A server that is no target any more is remembered for five minutes.
  const isRead = (instance: string | undefined) =>
    targets.answer.data.activeTargets.some(({ labels, health }) => labels.instance === instance && health === 'up')
  return found.answer.data.result.flatMap(({ metric: { instance } }) =>
    instance !== undefined && isRead(instance) ? [instance] : [],
  )
}
