// The first step of every command. It needs nothing but Node and npm: it brings pnpm and the packages, among them the
// Node that the project runs on, and then hands over to tools/commands/<name>.ts under that Node.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const pnpmVersion = '12.21.0'
const root = join(fileURLToPath(import.meta.url), '../..')
const pnpm = join(root, '.tools/bin/pnpm')
const [command, ...args] = process.argv.slice(2)

function run(file, argv, what) {
  const result = spawnSync(file, argv, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' })
  if (result.status === 0) return
  process.stderr.write(`${result.stdout ?? ''}${result.stderr ?? ''}\n${what} failed (${file} ${argv.join(' ')}).\n`)
  process.exit(1)
}

function installPnpm() {
  const marker = join(root, '.tools/pnpm-version')
  if (existsSync(pnpm) && existsSync(marker) && readFileSync(marker, 'utf8') === pnpmVersion) return
  process.stderr.write(`Installing pnpm ${pnpmVersion}\n`)
  run(
    'npm',
    ['install', '--global', '--prefix', join(root, '.tools'), '--allow-scripts=pnpm', `pnpm@${pnpmVersion}`],
    'Installing pnpm',
  )
  writeFileSync(marker, pnpmVersion)
}

function installPackages() {
  const lock = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8')
  const marker = join(root, 'node_modules/.parley-lock')
  if (existsSync(marker) && readFileSync(marker, 'utf8') === lock) return
  process.stderr.write('Installing packages\n')
  run(pnpm, ['install', '--frozen-lockfile', '--config.confirm-modules-purge=false'], 'Installing packages')
  writeFileSync(marker, lock)
}

/** The Node that came with the packages, or the one that runs this where it is new enough. */
function node() {
  const own = join(root, 'node_modules/node/bin/node')
  if (existsSync(own)) return own
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  process.stderr.write('Parley runs on Node 24. Install it, or use Linux on x64, where it is brought along.\n')
  process.exit(1)
}

// What they say goes past a command's own words, which another program may read.
installPnpm()
installPackages()
const bin = node()
const path = [join(bin, '..'), join(root, 'node_modules/.bin'), join(root, '.tools/bin'), process.env.PATH].join(':')
const child = spawn(bin, [join(root, 'tools/commands', `${command.replace(':', '-')}.ts`), ...args], {
  cwd: root,
  // The fourth is a channel whose end tells the child that this process is gone, however it went.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: { ...process.env, PATH: path },
})
// Ctrl-C reaches the whole process group; the child ends what it started and this one waits for it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
// npm, asked to end, ends the shell between it and this, which passes nothing on. The shell's going is what can be seen.
const parent = process.ppid
if (process.env.npm_lifecycle_event) setInterval(() => process.ppid === parent || child.kill('SIGTERM'), 250).unref()
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 130 : 1)))
