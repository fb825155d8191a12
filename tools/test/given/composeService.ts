import { join } from 'node:path'
import { compose, type Service } from './deployFiles.ts'

function serviceOf(name: string): Service {
  const service = compose.services[name]
  if (!service) throw new RangeError(`compose.yaml has no service ${name}`)
  return service
}

export interface Here {
  readonly image: string
  /** Where the files of its secrets are. */
  readonly secrets: string
  /** Instead of the networks, whose names only Compose resolves. */
  readonly network: 'host' | 'none'
  /** Values of this machine, in place of those in compose.yaml. */
  readonly environment?: Readonly<Record<string, string>>
  readonly volumes?: readonly string[]
}

/** Arguments of `podman create` for a service, with what compose.yaml says of it. */
export function argsOf(name: string, here: Here): string[] {
  const service = serviceOf(name)
  const { limits } = service.deploy.resources
  const environment = Object.entries({ ...service.environment, ...here.environment })
  for (const [key, value] of environment) if (value.startsWith('${')) throw new TypeError(`${key} has no value here`)
  const [entrypoint, ...first] = (service.entrypoint ?? []).map(unescape)
  const flags = [
    // Podman adds three writable folders of its own to a read-only container; Docker adds none.
    ...(service.read_only ? ['--read-only', '--read-only-tmpfs=false'] : []),
    ...service.cap_drop.flatMap((name) => ['--cap-drop', name]),
    ...service.security_opt.flatMap((option) => ['--security-opt', option]),
    '--log-driver',
    service.logging.driver,
    ...Object.entries(service.logging.options).flatMap(([key, value]) => ['--log-opt', `${key}=${value}`]),
    '--cpus',
    limits.cpus,
    '--memory',
    limits.memory,
    ...(service.user === undefined ? [] : ['--user', service.user]),
    ...(service.group_add ?? []).flatMap((group) => ['--group-add', group]),
    ...(service.tmpfs ?? []).flatMap((path) => ['--tmpfs', path]),
    ...(service.shm_size === undefined ? [] : ['--shm-size', service.shm_size]),
    ...(service.stop_grace_period === undefined ? [] : ['--stop-timeout', String(parseInt(service.stop_grace_period))]),
    ...(service.secrets ?? []).flatMap((secret) => [
      '--volume',
      `${join(here.secrets, secret)}:/run/secrets/${secret}:ro`,
    ]),
    ...environment.flatMap(([key, value]) => ['--env', `${key}=${value}`]),
    ...(here.volumes ?? []).flatMap((volume) => ['--volume', volume]),
    ...(entrypoint === undefined ? [] : ['--entrypoint', entrypoint]),
  ]
  return ['--network', here.network, ...flags, here.image, ...first, ...(service.command ?? []).map(unescape)]
}

/** The command of a service's health check, with the port that the container has here. */
export function healthCommand(name: string, port: { readonly deployed: number; readonly here: number }): string[] {
  const [kind, ...words] = serviceOf(name).healthcheck?.test ?? []
  const command = words.map((word) => unescape(word).replace(String(port.deployed), String(port.here)))
  return kind === 'CMD-SHELL' ? ['/bin/sh', '-c', ...command] : command
}

/** Compose takes a $ for a variable, and $$ for a $. */
const unescape = (text: string): string => text.replaceAll('$$', '$')
