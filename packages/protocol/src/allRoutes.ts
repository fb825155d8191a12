import { contextRoutes } from './contextRoutes.ts'
import { inboxRoutes } from './inbox.ts'
import { memberRoutes } from './memberRoutes.ts'
import { operatorRoutes } from './operatorRoutes.ts'
import { routes } from './routes.ts'
import { traderRoutes } from './traderRoutes.ts'

/** Every JSON route, once. Pages import the parts that they need, which are loaded where they are used. */
export const allRoutes = {
  ...routes,
  ...operatorRoutes,
  ...contextRoutes,
  ...traderRoutes,
  ...memberRoutes,
  ...inboxRoutes,
} as const
export type AllRoutes = typeof allRoutes
export type RouteName = keyof AllRoutes
