import { product } from '@parley/domain'

/** Whether this tab was in a call when its page was loaded again. Asked without loading anything of calls. */
export function isCallOpen(): boolean {
  try {
    return sessionStorage.getItem(`${product.slug}-voice-call`) !== null
  } catch {
    return false // Storage may be forbidden: then no call goes on by itself.
  }
}
