import { isRevert } from '@parley/chain'
import { BaseError } from 'viem'
import { MixedBranchesError } from '../indexer/reads/branches.ts'
import { MissingHeaderError } from '../indexer/reads/MissingHeaderError.ts'

/** SQLSTATE classes of a PostgreSQL that is down, full or stopping, as opposed to a wrong statement. */
const awayStates = /^(08|53|57|58|25006|40)/
const brokenConnection =
  /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)|^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|NOMEM)/
/** What the engines say without a code that tells. */
const lostConnection =
  /^(cannot (commit|rollback)|Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout)/

const chainIsAway = 'the chain cannot be reached at the moment'

/** Names the dependency whose outage made a request fail. @returns null if the request itself is at fault. */
export function whatIsAway(error: unknown): string | null {
  if (error instanceof MixedBranchesError || error instanceof MissingHeaderError) return chainIsAway
  if (error instanceof BaseError) return isRevert(error) ? null : chainIsAway
  if (!(error instanceof Error)) return null
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  // The database's socket is a file, which goes with it.
  const isNotThere = code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'
  const isAway =
    isNotThere || awayStates.test(code) || brokenConnection.test(code) || lostConnection.test(error.message)
  return isAway ? 'the database does not answer' : null
}
