import { product } from '@parley/domain'

/** Whether this tab was in a call before the reload. Doesn't load any call code. */
export function isCallOpen(): boolean {
  try {
    return sessionStorage.getItem(`${product.slug}-voice-call`) !== null
  } catch {
    return false // Storage may be denied; the call then doesn't resume.
  }
}
