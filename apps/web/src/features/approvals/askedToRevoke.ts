import { product } from '@parley/domain'
import { z } from '@parley/protocol'
import { browserStorage } from '../../session/browserStorage.ts'
import { createSharedStore } from '../../session/sharedStore.ts'

const form = z.record(z.string(), z.number())
const maxAccounts = 50

/** Until when each account's trades have been asked about, in Unix milliseconds: whoever said no once is not asked again for them. */
const asked = createSharedStore<Readonly<Record<string, number>>>(browserStorage, `${product.slug}-revoke-asked`, {
  parse: (text) => {
    try {
      return form.parse(JSON.parse(text ?? '{}'))
    } catch {
      // Somebody else's text under our key: nobody was asked.
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
