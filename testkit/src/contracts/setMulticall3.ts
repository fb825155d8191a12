import type { LocalClient } from '../chain/createLocalClient.ts'
import { multicall3Address } from '../chain/localChain.ts'
import { demoArtifact } from './contractArtifact.ts'

/** Places Multicall3 at its real address, unless it exists. */
export async function setMulticall3(client: LocalClient): Promise<void> {
  if (await client.getCode({ address: multicall3Address })) return
  const { runtimeCode } = await demoArtifact('Multicall3')
  await client.setCode({ address: multicall3Address, bytecode: runtimeCode })
}
