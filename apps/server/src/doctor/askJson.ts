import type { z } from 'zod'
import { silenceOf } from './Finding.ts'

const timeoutMs = 5_000

/** An answer that fits, or why there is none. */
export type Asked<T> = { readonly answer: T } | { readonly silence: string }

/** What an engine answers over HTTP. Other statuses than 200 can carry an answer as well. */
export async function askJson<T>(url: string, schema: z.ZodType<T>): Promise<Asked<T>> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
    const text = await response.text()
    const read = schema.safeParse(jsonOf(text))
    return read.success ? { answer: read.data } : { silence: `HTTP ${response.status}, in another form` }
  } catch (error) {
    return { silence: silenceOf(error) ?? `nothing within ${timeoutMs / 1000} s` }
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The status of an answer, or why there is none. */
export async function askStatus(url: string, headers: Readonly<Record<string, string>> = {}): Promise<number | string> {
  try {
    const response = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
    await response.body?.cancel()
    return response.status
  } catch (error) {
    return silenceOf(error) ?? `nothing within ${timeoutMs / 1000} s`
  }
}
