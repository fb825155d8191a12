#!/usr/bin/env node
// Stands in for the native Solidity compiler: forge calls `solc --version` and `solc --standard-json`, and the
// compiler that npm ships is a WebAssembly module.
// The version comes from the package, since forge asks for it each time it starts and loading the module takes a second.
const { version } = require('solc/package.json')

if (process.argv.includes('--version')) {
  process.stdout.write(`solc, the solidity compiler commandline interface\nVersion: ${version}\n`)
} else if (process.argv.includes('--standard-json')) {
  const chunks = []
  process.stdin.on('data', (chunk) => chunks.push(chunk))
  // The process exits once stdout has drained; calling exit() here would truncate long output.
  process.stdin.on('end', () => process.stdout.write(remembered(Buffer.concat(chunks).toString('utf8'))))
} else {
  process.stderr.write(
    `This wrapper answers --version and --standard-json only; it was called with ${process.argv.slice(2).join(' ')}\n`,
  )
  process.exitCode = 2
}

/** Equal inputs compile once: the escrow alone takes 12 CPU seconds, and forge has it compiled for several profiles. */
function remembered(input) {
  const { createHash } = require('node:crypto')
  const { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs')
  const { join } = require('node:path')
  const folder = join(__dirname, '../cache/solc')
  const key = createHash('sha256').update(version).update(input).digest('hex').slice(0, 32)
  const file = join(folder, `forge-${key}.json`)
  if (existsSync(file)) return readFileSync(file, 'utf8')
  const output = require('solc').compile(input)
  mkdirSync(folder, { recursive: true })
  // Written aside and renamed, so that another process never reads half a file.
  const aside = `${file}.${process.pid}`
  writeFileSync(aside, output)
  renameSync(aside, file)
  return output
}
