import type { RpcFaultKind } from './RpcFault.ts'

/** Hears how endpoints do. They go by their place among the configured ones, from 1. */
export interface RpcObserver {
  /** An exchange was answered, after so many milliseconds. */
  answered(endpoint: number, ms: number): void
  failed(endpoint: number, kind: RpcFaultKind): void
}
