import { createElement, use, type ComponentType, type ReactNode } from 'react'
import { kept, type Kept } from './kept.ts'

/** A component in its own chunk, loaded on render or earlier. */
export interface Part<Props extends object> {
  (props: Props): ReactNode
  readonly ahead: Kept<unknown>['ahead']
}

/** Like `React.lazy`, but renders a loaded chunk without suspending. */
export function part<Props extends object>(
  fetchPart: () => Promise<{ readonly default: ComponentType<Props> }>,
): Part<Props> {
  const { get, ahead } = kept(fetchPart)
  return Object.assign((props: Props) => createElement(use(get()).default, props), { ahead })
}
