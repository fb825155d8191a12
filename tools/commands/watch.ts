import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createChainClient } from '@parley/chain'
import {
  alarmLine,
  createWatch,
  createWebhook,
  networkFacts,
  readWatchedChain,
  standardWatchLog,
  watchFile,
  type Watch,
  type WatchListener,
} from '@parley/server'
import { reportFailure } from '../local/reportFailure.ts'
import { localServerEnv, SettingError } from '../local/settings.ts'
import { untilSignal } from '../process/signals.ts'

/**
 * `pnpm watch [--once] [--json]` watches a network's escrows on chain and raises alarms.
 *
 * It stores its position in PARLEY_DATA/watch.json. With `--once` it checks once, and exits with 1 for any alarm and
 * 2 if it couldn't check.
 */
const usage = 'Usage: pnpm watch [--once] [--json]'
const defaultEveryMs = 15_000
/** An alarm needs the condition in two checks, and the first check only learns the newest block. */
const looksOfOnce = 3
const webhookFlushMs = 60_000
const alarmExitCode = 1
const blindExitCode = 2

/** Without NETWORK it watches the local world of `npm start`. */
async function environment(): Promise<NodeJS.ProcessEnv> {
  if (process.env['NETWORK'] || process.env['DEPLOYMENT_FILE']) return process.env
  return localServerEnv(process.env)
}

function readOptions(): { once: boolean; json: boolean } {
  const flag = { type: 'boolean', default: false } as const
  try {
    return parseArgs({ options: { once: flag, json: flag } }).values
  } catch {
    throw new SettingError(usage)
  }
}

function readableLines(): WatchListener {
  const line = (text: string) => console.log(`${new Date().toISOString()} ${text}`)
  return {
    alarmed: (alarm) => line(alarmLine(alarm, 'alarm')),
    ended: (alarm) => line(alarmLine(alarm, 'ended')),
    failed: (reason) => line(`The escrows could not be watched this time: ${reason}`),
  }
}

async function lookOnce(watch: Watch, listener: WatchListener, hasAlarmed: () => boolean): Promise<void> {
  try {
    for (let look = 0; look < looksOfOnce; look += 1) await watch.look()
    process.exitCode = hasAlarmed() ? alarmExitCode : 0
  } catch (error) {
    listener.failed(error instanceof Error ? error.name : 'unknown failure')
    process.exitCode = blindExitCode
  }
}

async function watchEscrows(): Promise<void> {
  const { once, json } = readOptions()
  const env = await environment()
  const { deployment, rpcUrls, watch: settings } = readWatchedChain(env)
  const { chainId, multicall3, network, escrows } = deployment
  const chain = createChainClient({ chainId, multicall3, chainName: networkFacts[network].chainName, rpcUrls })
  const lines = json ? standardWatchLog() : readableLines()
  const webhook = settings.webhookUrl && createWebhook(settings.webhookUrl, { failed: lines.failed })
  let alarms = 0
  const listener: WatchListener = {
    alarmed(alarm) {
      alarms += 1
      lines.alarmed(alarm)
      if (webhook) webhook.send({ ...alarm, state: 'alarm', text: alarmLine(alarm, 'alarm') })
    },
    ended(alarm) {
      lines.ended(alarm)
      if (webhook) webhook.send({ ...alarm, state: 'ended', text: alarmLine(alarm, 'ended') })
    },
    failed: lines.failed,
  }
  const store = watchFile(join(resolve(env['PARLEY_DATA'] || '.parley'), 'watch.json'))
  const watch = createWatch(chain, escrows, { everyMs: settings.everyMs || defaultEveryMs, listener, store })
  if (once) await lookOnce(watch, listener, () => alarms > 0)
  else {
    const ended = untilSignal()
    watch.start()
    console.error(`Watching ${escrows.map(({ address }) => address).join(', ')} on ${network}. Ctrl-C ends it.`)
    await ended
    await watch.stop()
  }
  if (webhook) await webhook.flush(webhookFlushMs)
}

await watchEscrows().catch(reportFailure)
