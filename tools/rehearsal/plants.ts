/** What `faults.ts` lets happen. */
export type FaultId =
  | 'rollOver'
  | 'janusKilled'
  | 'janusHangs'
  | 'storeKilled'
  | 'relayRestarted'
  | 'leaderKilled'
  | 'failOver'
  | 'redisRestarted'
  | 'redisKilled'
  | 'etcdKilled'
  | 'leaderCut'
  | 'packetsLost'
  | 'diskFull'

interface Change {
  readonly file: string
  /** Occurs exactly once. */
  readonly right: string
  readonly wrong: string
}

interface Plant {
  readonly means: string
  /** In the release; without one, in how the topology is set up. */
  readonly change?: Change
  /** The faults that find it, or after which the comparison at the end does. */
  readonly during: readonly FaultId[]
  /** What the report must say. */
  readonly foundBy: RegExp
}

export type PlantName =
  | 'synchronous'
  | 'failsafe'
  | 'leave'
  | 'health'
  | 'silence'
  | 'disk'
  | 'takeover'
  | 'relay'
  | 'idempotency'
  | 'limits'
  | 'reconnect'
  | 'janus'
  | 'hanging'
  | 'store'
  | 'seal'
  | 'turn'
  | 'alerts'

/** Mends that a rehearsal can go without. It has to find that each is missing. */
export const plants: Readonly<Record<PlantName, Plant>> = {
  synchronous: {
    means: 'PostgreSQL answers a commit before the standby has it',
    during: ['failOver'],
    foundBy: /lost/,
  },
  failsafe: {
    means: 'a primary that cannot reach etcd gives up, although its standby is there',
    during: ['etcdKilled'],
    foundBy: /etcd, by which.*(were refused|is ready)/,
  },
  leave: {
    means: 'a server stops before its proxy has learned that it will',
    change: {
      file: 'apps/server/src/main.ts',
      right: '      setTimeout(stop, isLeaving ? 0 : config.leaveMs)\n',
      wrong: '      setTimeout(stop, 0)\n',
    },
    during: ['rollOver'],
    foundBy: /stopped before its proxy knew/,
  },
  health: {
    means: 'a server without its database says that it is ready',
    change: {
      file: 'apps/server/src/db/database.ts',
      right: "    return 'the database does not answer'\n",
      wrong: '    return null\n',
    },
    during: ['leaderCut'],
    foundBy: /said 200 to the proxy/,
  },
  silence: {
    means: 'a server waits for a database whose packets are lost',
    change: {
      file: 'apps/server/src/db/postgres.ts',
      right: '    if (statementTimeoutMs !== undefined) endSilent(',
      wrong: '    if (statementTimeoutMs === 0) endSilent(',
    },
    during: ['packetsLost'],
    foundBy: /says that its database is away|over a connection that fell silent/,
  },
  disk: {
    means: 'a picture that cannot be kept is not shown',
    change: {
      file: 'apps/server/src/images/cache/diskCache.ts',
      right:
        '      } catch {\n        // A full disk costs the cache, not the picture.\n        await rm(unfinished, { force: true })\n        return\n',
      wrong: '      } catch (error) {\n        await rm(unfinished, { force: true })\n        throw error\n',
    },
    during: ['diskFull'],
    foundBy: /disk is full|was answered/,
  },
  takeover: {
    means: 'a server that does not lead asks only once whether it may',
    change: {
      file: 'apps/server/src/db/postgres.ts',
      right: '      if (leads) return true\n      if (closed) return false\n',
      wrong: '      if (leads) return true\n      if (closed || client) return false\n',
    },
    during: ['leaderKilled'],
    foundBy: /another server leads|ready/,
  },
  relay: {
    means: 'a server that lost the connection by which it hears of others does not listen again',
    change: {
      file: 'apps/server/src/db/postgres.ts',
      right: '        if (ended) return\n        clearTimeout(timer)\n',
      wrong: '        if (ended || client) return\n        clearTimeout(timer)\n',
    },
    during: ['failOver'],
    foundBy: /open pages/,
  },
  idempotency: {
    means: 'a move at a table that is sent twice counts twice',
    change: {
      file: 'packages/domain/src/tableMoves.ts',
      right: "    case 'lay':\n      if (move.base !== version.number) return 'changed'\n",
      wrong: "    case 'lay':\n",
    },
    during: ['failOver'],
    foundBy: /doubled/,
  },
  limits: {
    means: 'a request fails while Redis, which counts it, is away',
    change: {
      file: 'apps/server/src/limits/sharedLimits.ts',
      right: '    if (!isUp()) return null\n    try {\n',
      wrong: "    if (!isUp()) throw new Error('Redis is away')\n    try {\n",
    },
    during: ['redisRestarted'],
    foundBy: /Redis is (restarted|killed)/,
  },
  reconnect: {
    means: 'a server that lost Redis does not connect to it again',
    change: {
      file: 'apps/server/src/limits/openRedis.ts',
      right: 'retryStrategy: (attempt) => Math.min(attempt * 100, longestRetryMs),',
      wrong: 'retryStrategy: (attempt) => (attempt > longestRetryMs ? attempt : null),',
    },
    during: ['redisRestarted'],
    foundBy: /limits and pictures are shared/,
  },
  janus: {
    means: 'a server that lost Janus does not connect to it again',
    change: {
      file: 'apps/server/src/voice/bridge/Janus.ts',
      right: '    if (!isClosed) timer = setTimeout(connect, reconnectMs)\n',
      wrong: '    if (!isClosed && !isSaidAway) timer = setTimeout(connect, reconnectMs)\n',
    },
    during: ['janusKilled'],
    foundBy: /lines to Janus/,
  },
  hanging: {
    means: 'a server takes a Janus that hangs for one that answers',
    change: {
      file: 'apps/server/src/voice/bridge/Janus.ts',
      right: "      this.#ask({ janus: 'keepalive' }).catch((error: unknown) => this.end(String(error)))\n",
      wrong: "      this.#ask({ janus: 'keepalive' }).catch(() => undefined)\n",
    },
    during: ['janusHangs'],
    foundBy: /hears that Janus is away/,
  },
  store: {
    means: 'a server that left the picture store out does not look whether it is back',
    change: {
      file: 'apps/server/src/lib/breaker.ts',
      right: '          timer = null\n          if (!isClosed) log',
      wrong: '          if (!isClosed) log',
    },
    during: ['storeKilled'],
    foundBy: /says that the picture store is up/,
  },
  seal: {
    means: 'a server shows whatever the picture store has under a name',
    change: {
      file: 'apps/server/src/images/cache/originalStore.ts',
      right: "      if (bytes === null || !isSameSecret(headers.get(seal) ?? '', sealOf(name, bytes))) {\n",
      wrong: '      if (bytes === null) {\n',
    },
    during: ['storeKilled'],
    foundBy: /shows a wrong picture/,
  },
  turn: {
    means: 'credentials for the relay have ended when a browser gets them',
    change: {
      file: 'apps/server/src/voice/createVoice.ts',
      right: '${(hour + 1) * hourS + ttlS}:${id}',
      wrong: '${hour * hourS - ttlS}:${id}',
    },
    during: ['relayRestarted'],
    foundBy: /the relay takes what a server gives/,
  },
  alerts: {
    means: 'metrics say that Redis is there while it is away',
    change: {
      file: 'apps/server/src/metrics/createMetrics.ts',
      right: '        parts.isRedisUp,\n',
      wrong: '        () => true,\n',
    },
    during: ['redisKilled'],
    foundBy: /ParleyRedisAway fires/,
  },
}
