import { once } from 'node:events'
import { type WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'

/** A WalletConnect relay: passes encrypted messages between the clients of a topic. */
export interface Relay {
  /** `ws://127.0.0.1:PORT`. */
  readonly url: string
  /** Cuts every connection; clients may dial again. */
  hangUp(): void
  close(): Promise<void>
}

const requestSchema = z.object({ id: z.union([z.number(), z.string()]), method: z.string(), params: z.unknown() })
const addressSchema = z.object({ port: z.number() })
const topicSchema = z.object({ topic: z.string() })
const topicsSchema = z.object({ topics: z.array(z.string()) })
const publishSchema = z.object({ topic: z.string(), message: z.string(), tag: z.number().optional() })
const proposalSchema = z.object({ pairingTopic: z.string(), sessionProposal: z.string(), tag: z.number().optional() })
const approvalSchema = z.object({
  pairingTopic: z.string(),
  sessionTopic: z.string(),
  sessionProposalResponse: z.string(),
  sessionSettlementRequest: z.string(),
})

type Sealed = z.output<typeof publishSchema>

/** Speaks what the sign client uses of the relay's protocol, and keeps messages for absent clients. */
export async function startRelay(): Promise<Relay> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  const relay = new Switchboard()
  server.on('connection', (socket) => {
    socket.on('message', (data) => relay.answer(socket, z.instanceof(Buffer).parse(data).toString()))
    socket.on('close', () => relay.leave(socket))
  })
  const { port } = addressSchema.parse(server.address())
  const hangUp = (): void => {
    for (const socket of server.clients) socket.terminate()
  }
  return {
    url: `ws://127.0.0.1:${port}`,
    hangUp,
    async close() {
      hangUp()
      server.close()
      await once(server, 'close')
    },
  }
}

class Switchboard {
  /** The clients on each topic. */
  readonly #listeners = new Map<string, Set<WebSocket>>()
  /** Messages for a topic without another client. */
  readonly #kept = new Map<string, { readonly from: WebSocket; readonly sealed: Sealed }[]>()
  #lastId = 0

  answer(socket: WebSocket, text: string): void {
    const { id, method, params } = requestSchema.partial({ method: true, params: true }).parse(JSON.parse(text))
    // Without a method it is a client's receipt for a message.
    if (method === undefined) return
    const afterwards = this.#act(socket, method, params)
    socket.send(JSON.stringify({ jsonrpc: '2.0', id, result: afterwards.result }))
    afterwards.deliver?.()
  }

  leave(socket: WebSocket): void {
    for (const sockets of this.#listeners.values()) sockets.delete(socket)
  }

  #act(socket: WebSocket, method: string, params: unknown): { result: unknown; deliver?: () => void } {
    switch (method) {
      case 'irn_subscribe': {
        const { topic } = topicSchema.parse(params)
        return { result: topic, deliver: () => this.#join(socket, topic) }
      }
      case 'irn_batchSubscribe': {
        const { topics } = topicsSchema.parse(params)
        return { result: topics, deliver: () => topics.forEach((topic) => this.#join(socket, topic)) }
      }
      case 'irn_unsubscribe': {
        this.#listeners.get(topicSchema.parse(params).topic)?.delete(socket)
        return { result: true }
      }
      case 'irn_fetchMessages':
      case 'irn_batchFetchMessages':
        return { result: { messages: [], hasMore: false } }
      case 'irn_publish': {
        const sealed = publishSchema.parse(params)
        return { result: true, deliver: () => this.#publish(socket, sealed) }
      }
      case 'wc_proposeSession': {
        const { pairingTopic, sessionProposal, tag } = proposalSchema.parse(params)
        return {
          result: true,
          deliver: () => {
            this.#join(socket, pairingTopic)
            this.#publish(socket, { topic: pairingTopic, message: sessionProposal, tag })
          },
        }
      }
      case 'wc_approveSession': {
        const approval = approvalSchema.parse(params)
        return {
          result: true,
          deliver: () => {
            this.#join(socket, approval.sessionTopic)
            this.#publish(socket, { topic: approval.pairingTopic, message: approval.sessionProposalResponse })
            this.#publish(socket, { topic: approval.sessionTopic, message: approval.sessionSettlementRequest })
          },
        }
      }
      default:
        throw new Error(`the relay knows no ${method}`)
    }
  }

  #join(socket: WebSocket, topic: string): void {
    const sockets = this.#listeners.get(topic) ?? new Set()
    this.#listeners.set(topic, sockets.add(socket))
    const kept = this.#kept.get(topic) ?? []
    this.#kept.delete(topic)
    for (const { from, sealed } of kept) this.#publish(from, sealed)
  }

  #publish(from: WebSocket, sealed: Sealed): void {
    const others = [...(this.#listeners.get(sealed.topic) ?? [])].filter((socket) => socket !== from)
    if (others.length === 0) this.#kept.set(sealed.topic, [...(this.#kept.get(sealed.topic) ?? []), { from, sealed }])
    this.#lastId += 1
    const data = { topic: sealed.topic, message: sealed.message, tag: sealed.tag ?? 0, publishedAt: Date.now() }
    const text = JSON.stringify({
      jsonrpc: '2.0',
      id: this.#lastId,
      method: 'irn_subscription',
      params: { id: sealed.topic, data },
    })
    for (const socket of others) socket.send(text)
  }
}
