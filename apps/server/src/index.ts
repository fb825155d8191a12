export type { Brand } from './previews/Brand.ts'
export {
  ConfigError,
  type DatabaseChoice,
  type LogLevel,
  type RateLimits,
  type ServerConfig,
} from './config/serverConfig.ts'
export { readLogoPath, readProductName, usualBrand } from './config/brand.ts'
export { pageDeploymentOf } from './config/pageDeployment.ts'
export { databaseChoice, readConfig, readDeployment, readWatchedChain } from './config/readConfig.ts'
export { migrateDatabase } from './db/openDatabase.ts'
export { ListenError } from './listen.ts'
export { startServer, type RunningServer, type StartOptions } from './startServer.ts'
export type { SqliteGuard } from './db/openDatabase.ts'
export { examine } from './doctor/examine.ts'
export type { Finding } from './doctor/Finding.ts'
export { settingGroups } from './config/settings.ts'
export { networkFacts } from './config/serverConfig.ts'
export { createWatch, type Watch, type WatchListener, type WatchOptions } from './watch/createWatch.ts'
export { alarmLine, standardWatchLog } from './watch/webhook.ts'
export { createWebhook } from './watch/webhook.ts'
export { watchFile, WatchStateError } from './watch/watchState.ts'
