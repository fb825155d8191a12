import { callWords } from '../../messages/callWords.ts'
import { shorten } from '../../ui/shorten.ts'
import type { Person } from './call/CallState.ts'

/** Whether somebody's name is an address that they have proven. */
export function isProven({ name }: Pick<Person, 'name'>): boolean {
  return name?.startsWith('0x') ?? false
}

/** What somebody is called on screen: their proven address, the name that they typed, or a guest told apart by the end of their fingerprint. */
export function personName({ name, key }: Pick<Person, 'name' | 'key'>): string {
  if (name !== null) return isProven({ name }) ? shorten(name) : name
  const code = /:([0-9A-F]{2}):([0-9A-F]{2})$/i.exec(key)
  return code ? `${callWords.guest} ${code[1]}${code[2]}` : callWords.guest
}
