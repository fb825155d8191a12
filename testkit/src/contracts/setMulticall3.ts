import type { LocalClient } from '../chain/createLocalClient.ts'
import { multicall3Address } from '../chain/localChain.ts'
import { demoArtifact } from './contractArtifact.ts'

/** Puts Multicall3 where the real chain has it, unless it is there already. */
export async function setMulticall3(client: LocalClient): Promise<void> {
  if (await client.getCode({ address: multicall3Address })) return
  const { runtimeCode } = await demoArtifact('Multicall3')
  await client.setCode({ address: multicall3Address, bytecode: runtimeCode })
}
