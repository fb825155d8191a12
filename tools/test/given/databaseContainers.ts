import { chmod, chown, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../../root.ts'
import { freePorts, type Program } from '../../rehearsal/Program.ts'
import { startEtcd } from '../../rehearsal/services.ts'
import { argsOf, healthCommand } from './composeService.ts'
import type { Container, Podman } from './Podman.ts'

/** PostgreSQL under Patroni, and PgBouncer before it, as Compose runs them. etcd is a program of this machine. */
export interface DatabaseContainers {
  readonly postgres: Container
  readonly pgbouncer: Container
  /** The health check of PgBouncer, as a command in its container. */
  readonly check: readonly string[]
  /** What it said while there was no PostgreSQL. */
  readonly saidBefore: string
  readonly etcd: Program
}

/** By deploy/compose/secrets.sh. */
const secretsGroup = 4300

/** Secrets as `secrets.sh` makes them: for root and one group, in a folder that only root may open. */
export function secretsIn(podman: Podman) {
  const folder = join(podman.folder, 'secrets')
  const write = async (name: string, text: string): Promise<void> => {
    await writeFile(join(folder, name), text)
    await chown(join(folder, name), 0, secretsGroup)
    await chmod(join(folder, name), 0o440)
  }
  return { folder, write }
}

export async function startDatabase(podman: Podman, image: string): Promise<DatabaseContainers> {
  const [client = 0, peer = 0, port = 0, rest = 0, poolPort = 0] = await freePorts(5)
  const etcd = startEtcd(podman.folder, { client, peer })
  const secrets = secretsIn(podman)
  const password = 'parley-password-of-this-test'
  const given = {
    'postgres-superuser-password': 'a password of the superuser',
    'postgres-replication-password': 'a password of the standby',
    'parley-password': password,
    'pgbouncer-users': `"parley" "${password}"\n`,
    'database-url': `postgres://parley:${password}@127.0.0.1:${poolPort}/parley`,
    'database-direct-url': `postgres://parley:${password}@127.0.0.1:${port}/parley`,
  }
  for (const [name, text] of Object.entries(given)) await secrets.write(name, text)
  const here = { image, secrets: secrets.folder, network: 'host' } as const
  const config = join(podman.folder, 'pgbouncer.ini')
  const deployed = await readFile(join(root, 'deploy/compose/pgbouncer.ini'), 'utf8')
  const pooler = deployed.replace('host=haproxy port=5432', `host=127.0.0.1 port=${port}`)
  await writeFile(config, pooler.replace('listen_port = 6432', `listen_port = ${poolPort}`))
  const pgbouncer = await podman.start(
    ...argsOf('pgbouncer', { ...here, volumes: [`${config}:/etc/pgbouncer/pgbouncer.ini:ro`] }),
  )
  const check = healthCommand('pgbouncer', { deployed: 6432, here: poolPort })
  const saidBefore = await pgbouncer.exec(...check).catch(String)
  const environment = {
    PATRONI_ETCD3_HOSTS: `127.0.0.1:${client}`,
    PATRONI_RESTAPI_LISTEN: `127.0.0.1:${rest}`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${rest}`,
    PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}`,
  }
  const volumes = ['pg1:/var/lib/postgresql']
  const postgres = await podman.start(...argsOf('pg1', { ...here, environment, volumes }))
  return { postgres, pgbouncer, check, saidBefore, etcd }
}
