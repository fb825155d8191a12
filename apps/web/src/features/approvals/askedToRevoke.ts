import { product } from '@parley/domain'
import { z } from '@parley/protocol'
import { browserStorage } from '../../session/browserStorage.ts'
import { createSharedStore } from '../../session/sharedStore.ts'

const form = z.record(z.string(), z.number())
const maxAccounts = 50

/** Per account, unix milliseconds up to which trades have been asked about. A dismissal isn't repeated. */
const asked = createSharedStore<Readonly<Record<string, number>>>(browserStorage, `${product.slug}-revoke-asked`, {
  parse: (text) => {
    try {
      return form.parse(JSON.parse(text ?? '{}'))
    } catch {
      // Foreign content under our key.
      return {}
    }
  },
  print: (value) => JSON.stringify(value),
})

export const askedToRevoke = asked.store

export function setAskedToRevoke(account: string, atMs: number): void {
  asked.update((all) => {
    const others = Object.entries(all).filter(([other]) => other !== account)
    return Object.fromEntries([[account, atMs] as const, ...others].slice(0, maxAccounts))
  })
}
