import type { ChainLedger } from './ChainLedger.ts'

/** The envelope of every answer. */
export interface ExplorerAnswer {
  readonly status: '0' | '1'
  readonly message: string
  readonly result: unknown
}

/** Explorers refuse requests beyond this many transactions. */
const windowLimit = 10_000

/** Answers `getblocknobytime` and `txlist` as Etherscan and compatible explorers do. */
export function explorerAnswer(ledger: ChainLedger, query: URLSearchParams): ExplorerAnswer {
  const asked = `${query.get('module')}/${query.get('action')}`
  if (asked === 'block/getblocknobytime') return blockAnswer(ledger, query)
  if (asked === 'account/txlist') return listAnswer(ledger, query)
  return refusal('Error! Missing Or invalid Action name')
}

function blockAnswer(ledger: ChainLedger, query: URLSearchParams): ExplorerAnswer {
  const closest = query.get('closest')
  const timeS = wholeOf(query, 'timestamp')
  if (timeS === null || (closest !== 'before' && closest !== 'after')) return refusal('Error! Invalid parameter')
  const block = ledger.closest(timeS, closest)
  if (block === null) return refusal('Error! No closest block found')
  return { status: '1', message: 'OK', result: String(block) }
}

function listAnswer(ledger: ChainLedger, query: URLSearchParams): ExplorerAnswer {
  const address = query.get('address') ?? ''
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return refusal('Error! Invalid address format')
  const [page, offset] = [wholeOf(query, 'page') ?? 1, wholeOf(query, 'offset') ?? windowLimit]
  if (page * offset > windowLimit) {
    return {
      status: '0',
      message: 'Result window is too large, PageNo x Offset size must be less than or equal to 10000',
      result: null,
    }
  }
  const found = ledger.transactions(address, wholeOf(query, 'startblock') ?? 0, wholeOf(query, 'endblock') ?? Infinity)
  const ordered = query.get('sort') === 'desc' ? found.toReversed() : found
  const result = ordered.slice((page - 1) * offset, page * offset).map((entry) => entry.fields)
  if (result.length === 0) return { status: '0', message: 'No transactions found', result: [] }
  return { status: '1', message: 'OK', result }
}

function wholeOf(query: URLSearchParams, name: string): number | null {
  const text = query.get(name)
  return text !== null && /^[0-9]{1,15}$/.test(text) ? Number(text) : null
}

export function refusal(result: string): ExplorerAnswer {
  return { status: '0', message: 'NOTOK', result }
}
