import { memberRoutes } from './memberRoutes.ts'
import { routes } from './routes.ts'
import { traderRoutes } from './traderRoutes.ts'

/** Every JSON route, once. */
export const allRoutes = { ...routes, ...traderRoutes, ...memberRoutes } as const
export type AllRoutes = typeof allRoutes
export type RouteName = keyof AllRoutes
