import type { WireConfig } from '@parley/protocol'

export async function announceDemoWallet(_config: WireConfig): Promise<void> {}
