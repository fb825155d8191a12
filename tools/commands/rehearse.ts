import { parseArgs } from 'node:util'
import { SettingError } from '../local/settings.ts'
import { reportFailure } from '../local/reportFailure.ts'
import { requirePackages, requirePostgres } from '../machine/requirePrograms.ts'
import { untilSignal } from '../process/signals.ts'
import { plants, type PlantName } from '../rehearsal/plants.ts'
import { rehearse, type Rehearsal } from '../rehearsal/rehearse.ts'

const usage = `Usage: pnpm rehearse [--scale S] [--minutes M] [--without NAME | --without all]
  --scale S       1: 1,000 people who look, 200 who trade, 200 tables, 40 in one voice room. 0.05 if nothing is said.
  --minutes M     at least so long under load; 4 if nothing is said
  --without NAME  leaves a mend out, has only the faults that need it happen, and passes if its absence is found: ${Object.keys(plants).join(', ')}`

/**
 * `pnpm rehearse` starts several servers and what they need, and lets parts fail under load.
 *
 * At the end every acknowledged thing must be there once, and everything must have recovered unaided.
 */
async function main(): Promise<void> {
  const { plan, names } = readOptions()
  await requirePackages(
    {
      haproxy: 'haproxy',
      caddy: 'caddy',
      pgbouncer: 'pgbouncer',
      patroni: 'patroni',
      etcd: 'etcd-server',
      prometheus: 'prometheus',
      turnserver: 'coturn',
      janus: 'janus',
      'redis-server': 'redis-server',
      openssl: 'openssl',
      iptables: 'iptables',
    },
    'the rehearsal',
  )
  const postgresBin = await requirePostgres()
  const ended = untilSignal().then(() => 'interrupted' as const)
  let passed = true
  for (const without of names) {
    const rehearsal = rehearse({ ...plan, postgresBin, without })
    const outcome = await Promise.race([rehearsal.report, ended])
    await rehearsal.stop()
    if (outcome === 'interrupted') return void (process.exitCode = 130)
    passed = tell(outcome, without) && passed
  }
  process.exitCode = passed ? 0 : 1
}

function tell({ faults, rows, seconds }: Awaited<Rehearsal['report']>, without: PlantName | null): boolean {
  console.log(`\n${'people'.padEnd(12)}${['answered', 'refused', 'cut'].map((head) => head.padStart(10)).join('')}`)
  for (const { kind, answered, refused, cut } of rows)
    console.log(`${kind.padEnd(12)}${[answered, refused, cut].map((count) => String(count).padStart(10)).join('')}`)
  for (const fault of faults) console.log(`  ✗ ${fault}`)
  const took = `${seconds.toFixed(0)} s`
  if (without === null) {
    console.log(
      faults.length === 0 ? `Nothing was lost or doubled, and everything came back (${took}).` : `Failed (${took}).`,
    )
    return faults.length === 0
  }
  const isFound = faults.some((fault) => plants[without].foundBy.test(fault))
  console.log(`Without ${without} (${plants[without].means}): ${isFound ? 'found' : 'NOT FOUND'} (${took}).`)
  return isFound
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        scale: { type: 'string', default: '0.05' },
        minutes: { type: 'string', default: '4' },
        without: { type: 'string' },
      },
    })
    const plan = { scale: Number(values.scale), minutes: Number(values.minutes) }
    if (!(plan.scale > 0 && plan.scale <= 10) || !(plan.minutes >= 0 && plan.minutes <= 120))
      throw new SettingError(usage)
    return { plan, names: plantNames(values.without) }
  } catch (error) {
    throw error instanceof SettingError ? error : new SettingError(usage)
  }
}

function plantNames(text: string | undefined): readonly (PlantName | null)[] {
  if (text === undefined) return [null]
  const isPlant = (name: string): name is PlantName => Object.hasOwn(plants, name)
  const named = Object.keys(plants)
    .filter(isPlant)
    .filter((name) => text === 'all' || text === name)
  if (named.length === 0) throw new SettingError(usage)
  return named
}

await main().catch(reportFailure)
process.exit()
