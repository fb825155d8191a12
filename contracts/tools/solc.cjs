#!/usr/bin/env node
// Stands in for the native Solidity compiler: forge calls `solc --version` and `solc --standard-json`, and the
// compiler that npm ships is a WebAssembly module.
// The version comes from the package, since forge asks for it each time it starts and loading the module takes a second.
if (process.argv.includes('--version')) {
  const { version } = require('solc/package.json')
  process.stdout.write(`solc, the solidity compiler commandline interface\nVersion: ${version}\n`)
} else if (process.argv.includes('--standard-json')) {
  const solc = require('solc')
  const chunks = []
  process.stdin.on('data', (chunk) => chunks.push(chunk))
  // The process exits once stdout has drained; calling exit() here would truncate long output.
  process.stdin.on('end', () => process.stdout.write(solc.compile(Buffer.concat(chunks).toString('utf8'))))
} else {
  process.stderr.write(
    `This wrapper answers --version and --standard-json only; it was called with ${process.argv.slice(2).join(' ')}\n`,
  )
  process.exitCode = 2
}
