import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile, contractsRoot } from '../build/index.ts'
import {
  escrowSource,
  openKeystore,
  planDeployment,
  requireSafeOwner,
  requireSecurityContact,
  targetNetworks,
} from '../deploy/index.ts'
import { startAnvil, type Anvil } from './chain/startAnvil.ts'

const command = join(contractsRoot, '../tools/commands/deploy-contract.ts')
const owner = '0x2222222222222222222222222222222222222222'

interface Run {
  readonly code: number | null
  readonly output: string
}

/** The command as an operator runs it, without a terminal. */
function deploy(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [command, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output }))
  })
}

describe('the build', () => {
  it("gives the bytes that forge's compilation gave", () => {
    const file = join(contractsRoot, 'out/SwapEscrow.sol/SwapEscrow.json')
    const byForge: { bytecode: { object: string }; deployedBytecode: { object: string } } = JSON.parse(
      readFileSync(file, 'utf8'),
    )
    const { bytecode, runtime } = compile(['src/SwapEscrow.sol'])('SwapEscrow')
    expect(bytecode).toBe(byForge.bytecode.object)
    expect(runtime).toBe(byForge.deployedBytecode.object)
  })
})

describe('given a local chain', () => {
  let anvil: Anvil
  let folder: string
  beforeAll(async () => {
    anvil = await startAnvil()
    folder = mkdtempSync(join(tmpdir(), 'parley-deploy-'))
  })
  afterAll(async () => {
    await anvil.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const local = (...args: string[]) => ['--network', 'local', '--rpc', anvil.url, '--out', folder, ...args]
  const blockNumber = async () => Number(await anvil.rpc.call('eth_blockNumber'))

  it('says on a dry run what it would cost, and sends nothing', async () => {
    const { code, output } = await deploy(local('--dry-run', '--owner', owner))
    expect(code).toBe(0)
    expect(output).toMatch(/Gas +at most \d+ at .* gwei: .* AVAX/)
    expect(await blockNumber()).toBe(0)
  })

  it('sends nothing without a terminal to ask', async () => {
    expect(await deploy(local())).toEqual({ code: 1, output: expect.stringContaining('A machine says --yes') })
    expect(await blockNumber()).toBe(0)
  })

  it('deploys, compares the code and writes what the server reads', async () => {
    const { code, output } = await deploy(local('--yes', '--owner', owner, '--fee', '0.02'))
    expect({ code, output }).toMatchObject({ code: 0 })
    const file: { escrows: { address: string; codeHash: string; fromBlock: number }[] } = JSON.parse(
      readFileSync(join(folder, 'local.json'), 'utf8'),
    )
    expect(file).toMatchObject({
      network: 'local',
      chainId: 43_114,
      multicall3: '0xcA11bde05977b3631167028862bE2a173976CA11',
      collections: [],
    })
    const [escrow] = file.escrows
    expect(escrow?.fromBlock).toBe(1)
    const descriptor: unknown = JSON.parse(readFileSync(join(folder, `${escrow?.address}.erc7730.json`), 'utf8'))
    const deployments = [{ chainId: 43_114, address: escrow?.address }]
    expect(descriptor).toMatchObject({
      context: { contract: { deployments } },
      metadata: { contractName: 'SwapEscrow' },
    })
    // owner()
    expect(await anvil.rpc.call('eth_call', { to: escrow?.address, data: '0x8da5cb5b' }, 'latest')).toBe(
      `0x${owner.slice(2).padStart(64, '0')}`,
    )
    expect(readFileSync(join(folder, `${escrow?.address}.standard.json`), 'utf8')).toContain('"language":"Solidity"')
  })

  it('refuses a chain that is not the network', async () => {
    const { code, output } = await deploy(['--network', 'fuji', '--rpc', anvil.url, '--yes', '--out', folder], {
      DEPLOYER_KEY: `0x${'11'.repeat(32)}`,
    })
    expect({ code, output }).toEqual({
      code: 1,
      output: expect.stringContaining('is chain 43114; fuji is chain 43113'),
    })
  })

  describe('and the rules of the real network', () => {
    const key = { DEPLOYER_KEY: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80' } as const
    const real = (...args: string[]) => ['--network', 'avalanche', '--rpc', anvil.url, '--out', folder, ...args]
    const multisig = '0x4444444444444444444444444444444444444444'
    const delegated = '0x7702770277027702770277027702770277027702'
    beforeAll(async () => {
      await anvil.rpc.call('anvil_setCode', multisig, '0x00')
      await anvil.rpc.call('anvil_setCode', delegated, `0xef0100${'44'.repeat(20)}`)
    })

    it('refuses the deployer as the owner, and sends nothing', async () => {
      const before = await blockNumber()
      const { code, output } = await deploy(real('--yes'), key)
      expect(output).toContain('so one key would own the contract. Give a multisig as --owner, or say --plain-owner.')
      expect(code).toBe(1)
      expect(await blockNumber()).toBe(before)
    })

    it('takes a plain address where that is said', async () => {
      const { code, output } = await deploy(real('--dry-run', '--owner', owner, '--plain-owner'), key)
      expect(output).toMatch(/Owner .*, a plain address$/m)
      expect(code).toBe(0)
    })

    // The command's own parts: starting it takes as long as all the rest.
    it.each([
      ['a contract', multisig, true],
      ['a plain address', owner, false],
      ['a plain wallet that lends itself to a contract', delegated, false],
    ] as const)('knows %s as an owner', async (_, address, isContract) => {
      const avalanche = targetNetworks.find(({ name }) => name === 'avalanche')
      if (!avalanche) throw new Error('There is no network of that name')
      const terms = { owner: address, feeWei: 1n, maxFeeWei: 1n }
      const plan = await planDeployment(avalanche, anvil.url, privateKeyToAccount(key.DEPLOYER_KEY), terms)
      expect(plan.isOwnerContract).toBe(isContract)
      const require = () => requireSafeOwner(plan, false)
      if (isContract) expect(require).not.toThrow()
      else expect(require).toThrow(/so one key would own the contract/)
    })
  })

  it('refuses without a key, with a bad amount, and where no chain answers', async () => {
    expect((await deploy(['--network', 'avalanche'], { DEPLOYER_KEY: '' })).output).toContain('DEPLOYER_KEY')
    expect((await deploy(local('--fee', '1,5'))).output).toContain('amount in AVAX')
    expect((await deploy(['--network', 'local', '--rpc', 'http://127.0.0.1:1', '--dry-run'])).output).toContain(
      'No chain answers',
    )
  })

  it('has the source verified by an explorer, and says when it refuses', async () => {
    const asked: string[] = []
    const explorer = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        const fields = new URLSearchParams(body)
        asked.push(`${fields.get('action')} ${fields.get('compilerversion') ?? ''}`)
        const refuses = fields.get('apikey') === 'wrong'
        response.end(
          JSON.stringify(
            refuses ? { status: '0', result: 'Invalid API Key' } : { status: '1', result: 'Pass - Verified' },
          ),
        )
      })
    })
    await new Promise<void>((resolve) => explorer.listen(0, '127.0.0.1', resolve))
    const address = explorer.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const api = ['--verify-api', `http://127.0.0.1:${port}/api`]
    expect((await deploy(local('--yes', ...api), { EXPLORER_API_KEY: 'right' })).output).toContain(
      'has verified the source',
    )
    expect(await deploy(local('--yes', ...api), { EXPLORER_API_KEY: 'wrong' })).toEqual({
      code: 1,
      output: expect.stringContaining('Invalid API Key'),
    })
    expect(asked[0]).toBe('verifysourcecode v0.8.37+commit.f401782d')
    await new Promise((resolve) => explorer.close(resolve))
  })
})

describe('given the security contact in the source', () => {
  const source = escrowSource()
  const [line = '', contact = ''] = /@custom:security-contact (.*)/.exec(source) ?? []

  it('is the one that SECURITY.md names', () => {
    expect(readFileSync(join(contractsRoot, '../SECURITY.md'), 'utf8')).toContain(contact)
  })

  it('must be real before the contract goes to the real network', () => {
    const naming = (address: string) => source.replace(line, `@custom:security-contact ${address}`)
    expect(() => requireSecurityContact(naming('security@parley.example'))).toThrow(/nobody can be reached/)
    expect(() => requireSecurityContact(source.replace(line, ''))).toThrow(/is missing/)
    expect(() => requireSecurityContact(naming('security@swap.org'))).not.toThrow()
  })
})

describe('given a keystore that cast wrote', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-keystore-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('opens it with its password, and with no other', () => {
    const cast = join(contractsRoot, 'node_modules/@foundry-rs/cast-linux-amd64/bin/cast')
    const key = `0x${'5a'.repeat(32)}`
    execFileSync(cast, [
      'wallet',
      'import',
      'deployer',
      '--keystore-dir',
      folder,
      '--private-key',
      key,
      '--unsafe-password',
      'open sesame',
    ])
    const keystore = readFileSync(join(folder, 'deployer'), 'utf8')
    expect(openKeystore(keystore, 'open sesame')).toBe(key)
    expect(() => openKeystore(keystore, 'wrong')).toThrow(/does not open/)
    expect(() => openKeystore('{"crypto":{}}', 'open sesame')).toThrow(/version 3/)
  })
})
