import { declineReasons, inboxActs, type InboxItem, inboxKinds } from '@parley/domain'
import { addressSchema, hash32Schema, z } from './primitives.ts'
import {
  dealFromWire,
  dealToWire,
  inboxCountsSchema,
  sideFromWire,
  sideToWire,
  tableIdSchema,
  tableSeat,
  versionNumber,
  wireDealSchema,
  wireNft,
  wireSide,
} from './tables.ts'
import { wireOfferSchema } from './wireOffer.ts'

const seconds = z.int().check(z.nonnegative())

/** An id of an item: its kind, and the offer or table. */
const itemIdSchema = z.string().check(z.regex(/^[a-z-]{1,24}:[0-9A-Za-z_:-]{1,80}$/, 'not an id of an inbox'))

/** An item of an inbox as the API carries it. */
const wireInboxItem = z.object({
  id: itemIdSchema,
  kind: z.enum(inboxKinds),
  /** Unix seconds, by the chain; by the server for tables and declines. Null where it isn't known. */
  at: z.nullable(seconds),
  /** What the list is ordered by. */
  order: seconds,
  needsYou: z.boolean(),
  isRead: z.boolean(),
  act: z.nullable(z.enum(inboxActs)),
  subject: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('offer'),
      offerId: hash32Schema,
      escrow: addressSchema,
      role: z.enum(['creator', 'recipient']),
    }),
    z.object({ kind: z.literal('table'), tableId: tableIdSchema, version: versionNumber, seat: tableSeat }),
  ]),
  other: addressSchema,
  gives: wireSide,
  gets: wireSide,
  /** When the offer expires, or the table lapses. */
  deadline: seconds,
  nfts: z.array(wireNft),
  decline: z.nullable(z.object({ reason: z.enum(declineReasons), text: z.string() })),
  /** With `table-answer`: the viewer's version that it counters, and the new version's duration. Earlier releases lack it. */
  counter: z.prefault(
    z.nullable(z.object({ before: wireDealSchema, durationMinutes: wireDealSchema.shape.durationMinutes })),
    null,
  ),
})
export type WireInboxItem = z.output<typeof wireInboxItem>

/** An item, and whether the wallet has read it. */
export type ReadableItem = InboxItem & { readonly isRead: boolean }

/** Writes an item in the API's words. Inverse of {@link inboxItemFromWire}. */
export function inboxItemToWire(item: ReadableItem): WireInboxItem {
  // One by one: copying the rest of an object takes as long as the other parts together.
  return {
    id: item.id,
    kind: item.kind,
    needsYou: item.needsYou,
    act: item.act,
    subject: item.subject,
    other: item.other,
    decline: item.decline,
    isRead: item.isRead,
    at: item.atS,
    order: item.orderS,
    deadline: item.deadlineS,
    gives: sideToWire(item.gives),
    gets: sideToWire(item.gets),
    nfts: item.nfts.map(({ contract, tokenId }) => ({ contract, tokenId: String(tokenId) })),
    counter: item.counter && { ...item.counter, before: dealToWire(item.counter.before) },
  }
}

/**
 * Reads an item from the API's words.
 *
 * @public
 */
export function inboxItemFromWire({
  at,
  order,
  deadline,
  gives,
  gets,
  nfts,
  counter,
  ...item
}: WireInboxItem): ReadableItem {
  return {
    ...item,
    atS: at,
    orderS: order,
    deadlineS: deadline,
    gives: sideFromWire(gives),
    gets: sideFromWire(gets),
    nfts: nfts.map(({ contract, tokenId }) => ({ contract, tokenId: BigInt(tokenId) })),
    counter: counter && { ...counter, before: dealFromWire(counter.before) },
  }
}

const acting = z.object({ as: addressSchema })
const none = z.object({})

const inboxAnswer = z.object({
  success: z.literal(true),
  /** What needs the wallet first, then the rest, each newest first. */
  items: z.array(wireInboxItem),
  nextCursor: z.nullable(z.string()),
  counts: inboxCountsSchema,
})
const cursorSchema = z.string().check(z.maxLength(160))
const countsAnswer = z.object({ success: z.literal(true), counts: inboxCountsSchema })

const maxIdsAtOnce = 200
const kindList = z.array(z.enum(inboxKinds)).check(z.maxLength(inboxKinds.length))

const settingsAnswer = z.object({
  success: z.literal(true),
  /** Kinds that the wallet gets no push for. They stay in the inbox. */
  muted: z.array(z.enum(inboxKinds)),
  push: z.object({
    /** The server's public VAPID key, base64url; null where the operator has push switched off. */
    key: z.nullable(z.string()),
    /** Whether this sign-in has a subscription. */
    isOn: z.boolean(),
    /** It was on until the push service ended the subscription. Another one of this browser goes on with what waits. */
    isEnded: z.prefault(z.boolean(), false),
  }),
})

/** Longer endpoints than any push service has. */
const maxEndpointLength = 1_024
const base64url = (bytes: number) =>
  z
    .string()
    .check(z.regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}={0,2}$`), `not ${bytes} bytes in base64url`))

/** What `PushSubscription.toJSON()` gives. */
const pushSubscription = z.object({
  endpoint: z.url({ protocol: /^https?$/ }).check(z.maxLength(maxEndpointLength)),
  keys: z.object({ p256dh: base64url(65), auth: base64url(16) }),
})
export type WirePushSubscription = z.output<typeof pushSubscription>

const claimsAnswer = z.object({
  success: z.literal(true),
  claims: z.array(
    z.object({
      offer: wireOfferSchema,
      nfts: z.array(wireNft),
      /** When the last of them was claimed, unix seconds by the chain. */
      at: seconds,
    }),
  ),
})

/** Routes of the inbox (decisions I1 and I2). All but the first need a session. */
export const inboxRoutes = {
  /** Claims of a creator in the last 30 days, for an inbox without a session. Only events tell of them. */
  claims: {
    method: 'GET',
    path: '/api/claims/:address',
    params: z.object({ address: addressSchema }),
    query: none,
    body: null,
    answers: { 200: claimsAnswer },
  },
  inbox: {
    method: 'GET',
    path: '/api/inbox',
    params: none,
    query: z.extend(acting, { cursor: z.optional(cursorSchema) }),
    body: null,
    answers: { 200: inboxAnswer },
  },
  /** Marks some items as read, or all that a list goes on with `after` a cursor of it. */
  readInbox: {
    method: 'POST',
    path: '/api/inbox/read',
    params: none,
    query: acting,
    body: z.union([
      z.object({ ids: z.array(itemIdSchema).check(z.minLength(1), z.maxLength(maxIdsAtOnce)) }),
      z.object({ after: cursorSchema }),
    ]),
    answers: { 200: countsAnswer },
  },
  inboxSettings: {
    method: 'GET',
    path: '/api/inbox/settings',
    params: none,
    query: acting,
    body: null,
    answers: { 200: settingsAnswer },
  },
  changeInboxSettings: {
    method: 'POST',
    path: '/api/inbox/settings',
    params: none,
    query: acting,
    body: z.object({ mute: z.prefault(kindList, []), unmute: z.prefault(kindList, []) }),
    answers: { 200: settingsAnswer },
  },
  /** Sends pushes there for as long as this sign-in lasts. Where it had another subscription, this one replaces it. */
  subscribePush: {
    method: 'POST',
    path: '/api/push/subscription',
    params: none,
    query: acting,
    body: pushSubscription,
    answers: { 200: settingsAnswer },
  },
  unsubscribePush: {
    method: 'POST',
    path: '/api/push/subscription/end',
    params: none,
    query: acting,
    body: none,
    answers: { 200: settingsAnswer },
  },
} as const

/** Codes of a refused subscription. */
export const pushRefusals = [
  /** The operator has push switched off. */
  'push-off',
  /** Not the address of a push service on the public internet, or its keys are none. */
  'bad-endpoint',
] as const
export type PushRefusal = (typeof pushRefusals)[number]

/** What a push carries, encrypted for the browser (RFC 8291). It says no more than this (decision I2). */
export const pushMessageSchema = z.object({
  /** One notification per tag: a second delivery replaces the first. */
  tag: z.string().check(z.maxLength(64)),
  about: z.enum(['offer', 'table']),
  /** Whether it waits for the wallet, or only tells. */
  needsYou: z.boolean(),
  /** The other party's address, shortened: `0x7099…79C8`. */
  other: z.string().check(z.maxLength(16)),
  /** The page that settles it: a path of this site. */
  path: z.string().check(z.regex(/^\/(?!\/)[\w/-]{1,120}$/, 'not a path')),
  /** The item's id, to mark it as read. */
  id: itemIdSchema,
})
export type PushMessage = z.output<typeof pushMessageSchema>
