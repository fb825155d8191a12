import type { Nft, Seat } from '@parley/domain'
import { ApiError, dealFromWire, wireDealSchema, z } from '@parley/protocol'
import type { MemberApi, TableLine } from '../../services/tableLine.ts'

/** The part of a deal that the server refused: an NFT, or the coins of a side. */
export interface RefusedPart {
  readonly giver: Seat
  /** Null for coins. */
  readonly nft: Nft | null
}

/** The same line. Before each refusal of a move it tells which part of the deal that is about; null for none. */
export function tellingRefused(line: TableLine, onRefused: (part: RefusedPart | null) => void): TableLine {
  const { api } = line
  const request: MemberApi['request'] = (name, parts) =>
    api.request(name, parts).catch((error: unknown) => {
      onRefused(error instanceof ApiError ? refusedPart(error.field, parts?.body) : null)
      throw error
    })
  return { ...line, api: { ...api, request } }
}

const dealBody = z.object({ deal: wireDealSchema })

function refusedPart(field: string | undefined, body: unknown): RefusedPart | null {
  const [, seat, index] = /^deal\.(opener|guest)\.(?:nfts\.(\d+)|wei)$/.exec(field ?? '') ?? []
  const sent = dealBody.safeParse(body)
  if (seat === undefined || !sent.success) return null
  const giver = seat === 'opener' ? 'opener' : 'guest'
  return { giver, nft: (index === undefined ? null : dealFromWire(sent.data.deal)[giver].nfts[Number(index)]) ?? null }
}
