import { createElement, use, type ComponentType, type ReactNode } from 'react'
import { kept, type Kept } from './kept.ts'

/** A component in a file of its own, fetched when it is drawn or before. */
export interface Part<Props extends object> {
  (props: Props): ReactNode
  readonly ahead: Kept<unknown>['ahead']
}

/** React's `lazy`, but for one thing: what has come already is drawn at once. */
export function part<Props extends object>(
  fetchPart: () => Promise<{ readonly default: ComponentType<Props> }>,
): Part<Props> {
  const { get, ahead } = kept(fetchPart)
  return Object.assign((props: Props) => createElement(use(get()).default, props), { ahead })
}
