import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)
const commandTimeoutMs = 1_800_000
/** A container ends after this long, even if the test that started it was killed. */
const containerTimeoutS = 3_600
const maxOutputBytes = 64 * 1024 * 1024

/** A command that failed, with what it wrote. */
export class PodmanError extends Error {
  override readonly name = 'PodmanError'
}

export interface Container {
  readonly id: string
  /** Runs a command in it. @throws {PodmanError} */
  exec(...command: string[]): Promise<string>
  /** Runs the image's HEALTHCHECK. @returns the state that follows from it, like `healthy`. */
  checkHealth(): Promise<string>
  logs(): Promise<string>
  /** Process id on this machine. */
  pid(): Promise<number>
  /** Sends the image's STOPSIGNAL, and after its time SIGKILL. @returns the exit code. */
  stop(): Promise<number>
  /** Waits for its own end. @returns the exit code. */
  ended(): Promise<number>
}

/** Podman with images, containers and volumes of its own, in a folder that leaves with it. */
export class Podman implements AsyncDisposable {
  readonly folder: string
  readonly #env: NodeJS.ProcessEnv
  #containers: string[] = []
  #pods: string[] = []

  private constructor(folder: string) {
    this.folder = folder
    this.#env = { ...process.env, CONTAINERS_CONF: join(folder, 'containers.conf') }
  }

  static async open(): Promise<Podman> {
    const folder = await mkdtemp(join(tmpdir(), 'parley-podman-'))
    // Users of containers read what is mounted from here.
    await chmod(folder, 0o755)
    await mkdir(join(folder, 'secrets'), { mode: 0o700 })
    const limits = await readFile('/proc/self/limits', 'utf8')
    const [, openFiles] = /^Max open files +\d+ +(\d+)/m.exec(limits) ?? []
    // A virtual machine may refuse the limits that Podman asks for by default, even to root. crun refuses a machine with
    // cgroups of both versions. Cgroups and events go without systemd, which a container or a small machine lacks.
    await writeFile(
      join(folder, 'containers.conf'),
      `[containers]\ndefault_ulimits = ["nofile=${openFiles}:${openFiles}", "nproc=4096:4096"]\n` +
        '[engine]\ncgroup_manager = "cgroupfs"\nevents_logger = "none"\nruntime = "runc"\n',
    )
    return new Podman(folder)
  }

  /** @throws {PodmanError} */
  async run(...args: readonly string[]): Promise<string> {
    return (await this.#execute(args)).stdout.trim()
  }

  async #execute(args: readonly string[]): Promise<{ readonly stdout: string; readonly stderr: string }> {
    const own = ['--root', join(this.folder, 'store'), '--runroot', join(this.folder, 'run')]
    const options = { env: this.#env, timeout: commandTimeoutMs, maxBuffer: maxOutputBytes }
    try {
      return await execute('podman', [...own, ...args], options)
    } catch (error) {
      const said = `${Reflect.get(Object(error), 'stdout')}\n${Reflect.get(Object(error), 'stderr')}`
      throw new PodmanError(`podman ${args.join(' ')}\n${said.slice(-6_000)}`)
    }
  }

  /** Starts a container. `args`: options, the image, and its command. */
  async start(...args: readonly string[]): Promise<Container> {
    const id = await this.run('create', '--timeout', String(containerTimeoutS), ...args)
    this.#containers.push(id)
    await this.run('start', id)
    return this.#handle(id)
  }

  /** Starts the pods of a Kubernetes manifest. @returns the container with this name. */
  async play(file: string, container: string): Promise<Container> {
    const before = await this.#podIds()
    try {
      await this.run('play', 'kube', file)
    } finally {
      this.#pods.push(...(await this.#podIds()).filter((id) => !before.includes(id)))
    }
    return this.#handle(container)
  }

  /** What `podman inspect` says, by a Go template. */
  inspect(name: string, format: string): Promise<string> {
    return this.run('inspect', '--format', format, name)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const id of this.#pods) await this.run('pod', 'rm', '--force', '--time', '0', id)
    for (const id of this.#containers) await this.run('rm', '--force', '--time', '0', '--volumes', id)
    // The store is mounted onto itself.
    const mounts = await readFile('/proc/mounts', 'utf8')
    const own = mounts.split('\n').flatMap((line) => line.split(' ')[1] ?? [])
    for (const path of own.filter((each) => each.startsWith(`${this.folder}/`)).toReversed())
      await execute('umount', [path])
    await rm(this.folder, { recursive: true, force: true })
  }

  async #podIds(): Promise<string[]> {
    return (await this.run('pod', 'ps', '--quiet', '--no-trunc')).split('\n').filter((id) => id !== '')
  }

  #handle(id: string): Container {
    return {
      id,
      exec: (...command) => this.run('exec', id, ...command),
      checkHealth: async () => {
        // It fails with the check, and the state says so as well.
        await this.run('healthcheck', 'run', id).catch(() => undefined)
        return this.inspect(id, '{{.State.Health.Status}}')
      },
      logs: async () => {
        const { stdout, stderr } = await this.#execute(['logs', id])
        return stdout + stderr
      },
      pid: async () => Number(await this.inspect(id, '{{.State.Pid}}')),
      stop: async () => {
        await this.run('stop', id)
        return Number(await this.inspect(id, '{{.State.ExitCode}}'))
      },
      ended: async () => Number(await this.run('wait', id)),
    }
  }
}
