import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { root } from '../../root.ts'

export const read = (file: string): string => readFileSync(join(root, file), 'utf8')

/** Generated from the table by which the server reads its environment. */
export const known = new Set(
  [...read('docs/configuration.md').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name),
)

/** A service of a Compose file. */
export interface Service {
  readonly image: string
  readonly user?: string
  readonly group_add?: readonly string[]
  readonly read_only: boolean
  readonly cap_drop: readonly string[]
  readonly security_opt: readonly string[]
  readonly tmpfs?: readonly string[]
  readonly shm_size?: string
  readonly volumes?: readonly string[]
  readonly networks?: readonly string[]
  readonly secrets?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly entrypoint?: readonly string[]
  readonly command?: readonly string[]
  readonly restart?: string
  readonly stop_grace_period?: string
  readonly depends_on?: Readonly<Record<string, { readonly condition?: string }>>
  readonly healthcheck?: { readonly test?: readonly string[] }
  readonly logging: { readonly driver: string; readonly options: Readonly<Record<string, string>> }
  readonly deploy: { readonly resources: { readonly limits: { readonly cpus: string; readonly memory: string } } }
}

/** deploy/compose/compose.yaml, with its anchors merged. */
export const compose: { readonly services: Readonly<Record<string, Service>>; readonly secrets: object } = parse(
  read('deploy/compose/compose.yaml'),
  { merge: true },
)
