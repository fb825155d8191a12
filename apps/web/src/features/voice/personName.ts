import { callWords } from '../../messages/callWords.ts'
import { shorten } from '../../ui/shorten.ts'
import type { Person } from './call/CallState.ts'

/** Whether a person's name is an address that they proved. */
export function isProven({ name }: Pick<Person, 'name'>): boolean {
  return name?.startsWith('0x') ?? false
}

/** A person's display name: proven address, typed name, or "guest" with the end of their fingerprint. */
export function personName({ name, key }: Pick<Person, 'name' | 'key'>): string {
  if (name !== null) return isProven({ name }) ? shorten(name) : name
  const code = /:([0-9A-F]{2}):([0-9A-F]{2})$/i.exec(key)
  return code ? `${callWords.guest} ${code[1]}${code[2]}` : callWords.guest
}
