import type { RouteName, Routes } from '@parley/protocol'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod/mini'

/** A request of the table, parsed: what a handler is given. */
export interface Input<N extends RouteName> {
  readonly params: z.output<Routes[N]['params']>
  readonly query: z.output<Routes[N]['query']>
  readonly body: Parsed<Routes[N]['body']>
  readonly request: FastifyRequest
}

export type Parsed<S extends z.ZodMiniType | null> = S extends z.ZodMiniType ? z.output<S> : undefined

/** One of the answers that the table allows, its body as it travels. Failures are thrown, see HttpError. */
export type Reply<N extends RouteName> = {
  [S in keyof Routes[N]['answers']]: {
    readonly status: S
    readonly body: z.input<Routes[N]['answers'][S] & z.ZodMiniType>
    /** Lets a browser that has this answer already be told so with 304 and no body. */
    readonly etag?: string
    /** The offer or wallet that the answer is about. It stays cached until an event concerns that. */
    readonly about?: string
  }
}[keyof Routes[N]['answers']]

export type Handler<N extends RouteName> = (input: Input<N>) => Promise<Reply<N>>

/** A handler for every route of the table: a missing one does not compile. */
export type Handlers = { readonly [N in RouteName]: Handler<N> }
