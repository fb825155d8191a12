import { offerToWire, routes } from '@parley/protocol'
import { zeroAddress } from 'viem'
import type { z } from 'zod/mini'
import type { Database } from '../db/database.ts'
import type { AnswerNow } from '../http/readyAnswers.ts'
import { openOffersQuery } from './offerStore.ts'
import { offerFromRow } from './storedOffer.ts'

const listUrl = /^\/api\/swap-offers\/(creator|recipient)\/(0x[0-9a-fA-F]{40})$/
const offerUrl = /^\/api\/swap-offers\/(0x[0-9a-f]{64})$/

type List = z.input<(typeof routes.offersByCreator.answers)[200]>
type One = z.input<(typeof routes.offer.answers)[200]>

/**
 * What the routes of offers answer to a URL, read at once. Only where the database has it as it is written there: a wallet with
 * its checksum, an id in small letters. The database has no others, so nothing is left to check. Null for all else, for a
 * wallet without offers, and where the engine can't be read at once.
 */
export function createAnswerNow({ read, prepareNow }: Pick<Database, 'read' | 'prepareNow'>): AnswerNow | null {
  if (prepareNow === null) return null
  const openOffers = (role: 'creator' | 'recipient') => {
    const query = openOffersQuery(read, role, zeroAddress).compile()
    const run = prepareNow(query)
    return (wallet: string) => run(query.parameters.map((value) => (value === zeroAddress ? wallet : value)))
  }
  const lists = {
    creator: { read: openOffers('creator'), route: routes.offersByCreator.path },
    recipient: { read: openOffers('recipient'), route: routes.offersByRecipient.path },
  }
  const byId = prepareNow(read.selectFrom('offers').selectAll().where('id', '=', '0x').compile())
  return (url) => {
    const [, role, wallet] = listUrl.exec(url) ?? []
    if (wallet !== undefined && (role === 'creator' || role === 'recipient')) {
      const list = lists[role]
      const rows = list.read(wallet)
      if (rows.length === 0) return null
      const body: List = { success: true, offers: rows.map((row) => offerToWire(offerFromRow(row))) }
      return { body: JSON.stringify(body), about: wallet, route: list.route }
    }
    const [, id] = offerUrl.exec(url) ?? []
    const [row] = id === undefined ? [] : byId([id])
    if (!row) return null
    const body: One = { success: true, offer: offerToWire(offerFromRow(row)) }
    return { body: JSON.stringify(body), about: row.id, route: routes.offer.path }
  }
}
