export {
  ConfigError,
  type DatabaseChoice,
  type LogLevel,
  type RateLimits,
  type ServerConfig,
} from './config/serverConfig.ts'
export { pageDeploymentOf } from './config/pageDeployment.ts'
export { readConfig, readDeployment } from './config/readConfig.ts'
export { ListenError } from './listen.ts'
export { startServer, type RunningServer, type StartOptions } from './startServer.ts'
export type { SqliteGuard } from './db/openSqlite.ts'
export { examine } from './doctor/examine.ts'
export type { Finding } from './doctor/Finding.ts'
export { settingGroups } from './config/settings.ts'
