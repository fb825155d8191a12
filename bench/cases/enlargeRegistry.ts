import { readFile, writeFile } from 'node:fs/promises'
import { deploymentSchema } from '@parley/protocol'
import type { World } from '@parley/testkit'
import { pad, toHex } from 'viem'

const firstAddress = 0xc011ec_0000n

/** Restarts the world's server with a larger registry: existing collections plus empty copies of their code. */
export async function enlargeRegistry(world: World, count: number): Promise<void> {
  const deployment = deploymentSchema.parse(JSON.parse(await readFile(world.files.deployment, 'utf8')))
  const { collections } = deployment
  const [pattern] = collections
  if (!pattern) throw new RangeError('a world has collections')
  const code = await world.chain.client.getCode({ address: pattern.address })
  const added = Array.from({ length: count - collections.length }, (_, at) => ({
    ...pattern,
    discovery: { kind: 'scan' as const, lastId: 1 },
    key: `${pattern.key}-${at}`,
    name: `${pattern.name} ${at}`,
    address: pad(toHex(firstAddress + BigInt(at)), { size: 20 }),
  }))
  for (const { address } of added) await world.chain.client.setCode({ address, bytecode: code ?? '0x' })
  await world.server.stop()
  await writeFile(world.files.deployment, JSON.stringify({ ...deployment, collections: [...collections, ...added] }))
  await world.server.start()
}
