import { writeFile } from 'node:fs/promises'
import type { EscrowDeployment } from '@parley/protocol'
import { bindPage } from './bindPage.ts'
import type { World } from './startWorld.ts'

/** Gives page and server of a world other escrows, the newest first, as a release does. */
export async function moveToEscrows(world: World, escrows: readonly EscrowDeployment[]): Promise<void> {
  await world.server.stop()
  const deployment = { ...world.deployment, escrows: [...escrows] }
  await writeFile(world.files.deployment, JSON.stringify(deployment))
  await bindPage(world.files.page, { ...world.builtFor, escrows: [...escrows] })
  await world.server.start()
}
