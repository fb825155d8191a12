// The first step of every command. It needs only Node and npm: it installs pnpm and the packages, among them the Node
// that the project runs on, and then runs tools/commands/<name>.ts under that Node.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * pnpm is a single executable, the only file of a package per platform. npm verifies downloads against these hashes
 * before unpacking. For another version, run `npm view @pnpm/exe.linux-x64@VERSION dist.integrity` for each
 * platform.
 */
const pnpmVersion = '12.21.0'
const pnpmIntegrity = {
  'linux-x64': 'sha512-8eufCjHXspKbNS/kh8q4Q0gqJoOuvC4Q5pgos6XS8By/nAMtP+jf8F1Cw9er840kfAX+PJ/ts+A9qnLE91rvXQ==',
  'linux-arm64': 'sha512-4Oj/iF2TDCe2lcH0n4TupPR5sSdrNLclJB6xBElLMPCUOAvBhdf2rRlSaO5M4erJ6g4Fyy7YTXTpcmfFsKyxEA==',
}
const root = join(fileURLToPath(import.meta.url), '../..')
let pnpm = join(root, '.tools/bin/pnpm')
/**
 * Compiled modules by content: saves a third of a second start. Cleared with each new set of packages, so it stays
 * small.
 */
const compileCache = join(root, '.tools/compile-cache')
const parentPollMs = 250
const [command, ...args] = process.argv.slice(2)

/** Runs a program and measures it. On failure prints its output and exits. */
function step(what, file, argv) {
  const startedMs = performance.now()
  process.stderr.write(process.stderr.isTTY ? `  … ${what}` : `${what}\n`)
  const result = spawnSync(file, argv, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' })
  if (result.status !== 0)
    fail(`\n${result.stdout ?? ''}${result.stderr ?? ''}\n${what} failed (${file} ${argv.join(' ')}).`)
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
  if (process.stderr.isTTY)
    process.stderr.write(`\r\u001B[2K  \u001B[32m✓\u001B[39m ${what} \u001B[2m${seconds} s\u001B[22m\n`)
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

function installPnpm() {
  const platform = `${process.platform}-${process.arch}`
  const integrity = pnpmIntegrity[platform]
  const marker = join(root, '.tools/pnpm-integrity')
  if (existsSync(pnpm) && existsSync(marker) && readFileSync(marker, 'utf8') === integrity) return
  if (integrity === undefined) return usePnpmOfThisMachine(platform)
  const folder = join(root, '.tools/pnpm')
  const name = `@pnpm/exe.${platform}`
  const dependencies = { [name]: pnpmVersion }
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies }))
  writeFileSync(
    join(folder, 'package-lock.json'),
    JSON.stringify({
      lockfileVersion: 3,
      packages: { '': { dependencies }, [`node_modules/${name}`]: { version: pnpmVersion, integrity } },
    }),
  )
  // A lockfile and no scripts: npm rejects what doesn't match the hash, and runs nothing.
  const flags = ['--package-lock', '--ignore-scripts', '--no-audit', '--no-fund']
  step(`Installing pnpm ${pnpmVersion}`, 'npm', ['ci', '--prefix', folder, ...flags])
  mkdirSync(join(pnpm, '..'), { recursive: true })
  rmSync(pnpm, { force: true })
  symlinkSync(join('../pnpm/node_modules', name, 'pnpm'), pnpm)
  writeFileSync(marker, integrity)
}

/** Platforms without a hash here use a pnpm that their owner installed and trusts. */
function usePnpmOfThisMachine(platform) {
  const found = spawnSync('pnpm', ['--version'], { cwd: root, encoding: 'utf8' })
  if (found.stdout?.trim() !== pnpmVersion)
    fail(
      `Parley brings no pnpm for ${platform}. Install pnpm ${pnpmVersion} so that \`pnpm\` runs it, and start again.`,
    )
  pnpm = 'pnpm'
}

function installPackages() {
  const lock = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8')
  const marker = join(root, 'node_modules/.parley-lock')
  if (existsSync(marker) && readFileSync(marker, 'utf8') === lock) return
  step('Installing packages', pnpm, ['install', '--frozen-lockfile', '--config.confirm-modules-purge=false'])
  rmSync(compileCache, { recursive: true, force: true })
  writeFileSync(marker, lock)
}

/** The packages' Node, or the current one if it is new enough. */
function node() {
  const own = join(root, 'node_modules/node/bin/node')
  if (existsSync(own)) return own
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  fail('Parley runs on Node 24. Install it, or use Linux on x64, where it is brought along.')
}

/** A process's parent; undefined if the process is gone or the system doesn't say (only Linux does). */
function parentOf(pid) {
  try {
    return /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? ''
  } catch {
    return ''
  }
}

/** npm's process, and the shell between it and this one where there is one. */
function npmParents() {
  const parent = process.ppid
  const isShell = commandOf(parent).includes('bootstrap.mjs')
  return `${parent} ${isShell ? parentOf(parent) : ''}`
}

function commandOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

const parents = npmParents()
// Setup output goes to stderr: another program may read the command's own output.
installPnpm()
installPackages()
const bin = node()
const path = [join(bin, '..'), join(root, 'node_modules/.bin'), join(root, '.tools/bin'), process.env.PATH].join(':')
const isStart = command === 'start'
/** A start lives for hours. Without these limits, Node and glibc retain 100 MB of freed memory. */
const leanFlags = ['--max-semi-space-size=4', '--max-old-space-size=256']
const leanEnv = { MALLOC_ARENA_MAX: '2' }
const program = join(root, 'tools/commands', `${command.replace(':', '-')}.ts`)
const child = spawn(bin, [...(isStart ? leanFlags : []), program, ...args], {
  cwd: root,
  // The fourth is a channel that closes when this process ends, for whatever reason.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  // Compiling is half of a command's start-up time.
  env: { NODE_COMPILE_CACHE: compileCache, ...process.env, PATH: path, ...(isStart ? leanEnv : {}) },
})
// Ctrl-C reaches the whole process group; the child stops what it started, and this process waits for it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
// A killed npm leaves this process behind, and a terminated npm ends only its shell: both change the parents.
if (process.env.npm_lifecycle_event)
  setInterval(() => npmParents() === parents || child.kill('SIGTERM'), parentPollMs).unref()
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 130 : 1)))
