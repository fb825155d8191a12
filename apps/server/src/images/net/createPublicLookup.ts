import type { LookupFunction } from 'node:net'
import { PictureError } from '../PictureError.ts'
import { isPublicAddress } from './isPublicAddress.ts'
import type { Resolve } from './resolveName.ts'

/**
 * A look-up for sockets that answers only when every address of the name is public. The socket connects to the very
 * addresses that were checked, so a name that answers differently the next time gains nothing.
 */
export function createPublicLookup(resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses
        if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
          callback(new PictureError('refused', hostname), '')
        } else if (options.all) callback(null, addresses)
        else callback(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    )
  }
}
