import { HungError, until } from './Program.ts'
import type { Topology } from './topology.ts'

type Prometheus = Pick<Topology, 'prometheusUrl'>

async function ask({ prometheusUrl }: Prometheus, path: string): Promise<string> {
  const answer = await fetch(`${prometheusUrl}/api/v1/${path}`)
  if (!answer.ok) throw new Error(`Prometheus answered ${answer.status}`)
  return answer.text()
}

/** Names of the alerts that a query of Prometheus finds. */
async function namesBy(topology: Prometheus, query: string): Promise<readonly string[]> {
  const text = await ask(topology, `query?query=${encodeURIComponent(query)}`)
  return [...new Set([...text.matchAll(/"alertname":"(\w+)"/g)].map(([, name = '']) => name))]
}

/** @param within a duration as Prometheus writes it */
function firedAlerts(topology: Prometheus, within: string): Promise<readonly string[]> {
  return namesBy(topology, `max_over_time(ALERTS{alertstate="firing"}[${within}])`)
}

/** Until an alert has fired for what began then. */
export async function untilFired(topology: Prometheus, alert: string, sinceMs: number): Promise<void> {
  await until(`${alert} fires`, async () => {
    const seconds = Math.ceil((performance.now() - sinceMs) / 1000)
    return seconds > 0 && (await firedAlerts(topology, `${seconds}s`)).includes(alert)
  })
}

/** Until no alert fires any more. How fast this machine is decides nothing, so ParleySlow may. */
export async function untilNoneFires(topology: Prometheus): Promise<void> {
  let names: readonly string[] = []
  await until('no alert fires any more', async () => {
    names = await namesBy(topology, 'ALERTS{alertstate="firing",alertname!="ParleySlow"}')
    return names.length === 0
  }).catch((error: unknown) => {
    throw error instanceof HungError ? new HungError(`${names.join(', ')} still fires`) : error
  })
}

/** Alerts of what must not happen, whatever fails. */
const never: readonly string[] = ['ParleyGuestFaults', 'ParleyEscrowAlarm']

/** @returns alerts that must never fire and did, and rules that Prometheus can't evaluate */
export async function alertFaults(topology: Prometheus): Promise<readonly string[]> {
  const fired = (await firedAlerts(topology, '1d'))
    .filter((name) => never.includes(name))
    .map((name) => `${name} fired`)
  const rules = [...(await ask(topology, 'rules?type=alert')).matchAll(/"health":"(\w+)"/g)]
  const unwell = rules.filter(([, health]) => health !== 'ok').length
  if (rules.length > 0 && unwell === 0) return fired
  return [...fired, `Prometheus could not evaluate ${unwell} of its ${rules.length} rules`]
}
