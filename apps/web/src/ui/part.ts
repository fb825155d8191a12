import { createElement, use, type ComponentType, type ReactNode } from 'react'
import { readAtOnce } from './readAtOnce.ts'

/** A component in a file of its own, fetched when it is drawn or before. */
export interface Part<Props extends object> {
  (props: Props): ReactNode
  /** Fetches it. Never rejects: whoever draws it tries once more, and tells of a failure. */
  ahead(): Promise<void>
}

/** React's `lazy`, but for one thing: what has come already is drawn at once. */
export function part<Props extends object>(
  fetchPart: () => Promise<{ readonly default: ComponentType<Props> }>,
): Part<Props> {
  let coming: ReturnType<typeof fetchPart> | null = null
  const fetch = () => (coming ??= readAtOnce(fetchPart()))
  const ahead = async (): Promise<void> => {
    try {
      await fetch()
    } catch {
      coming = null
    }
  }
  return Object.assign((props: Props) => createElement(use(fetch()).default, props), { ahead })
}
