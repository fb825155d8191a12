import { generalMessages } from '../text/catalogue.ts'
import type { Portal, PortalData } from '../services/Portal.ts'
import type { PortalRoute } from './portalRoutes.ts'

/** A portal's data with the whole catalogue: the general words, except where it has its own. */
export function openPortal({ key, path }: Pick<PortalRoute, 'key' | 'path'>, data: PortalData): Portal {
  return { ...data, key, path, messages: { ...generalMessages, ...data.words } }
}
