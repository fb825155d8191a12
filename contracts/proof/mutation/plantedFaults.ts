import { parse, type SourceFile } from './syntax.ts'
import type { Mutant } from './Mutant.ts'

/** The text to replace: the first `right` after `within`, or the only one in the file. */
interface Edit {
  readonly file: string
  readonly within?: string
  readonly right: string
  readonly wrong: string
  readonly form: 'expression' | 'statement'
}

/** A plausible mistake that would cost users coins or NFTs. */
export interface ContractFault {
  readonly area: 'conservation' | 'order' | 'status' | 'gas'
  readonly what: string
  readonly edits: readonly Edit[]
}

/** The text to replace is missing, or occurs more than once. */
export class StaleFault extends Error {
  readonly code = 'stale-fault'
  readonly fault: string
  constructor(fault: string, right: string) {
    super(`${fault}: the sources do not have "${right}" once`)
    this.fault = fault
  }
}

const escrow = 'src/SwapEscrow.sol'
const coins = 'src/EscrowCoins.sol'
const creation = 'src/OfferCreation.sol'

/** Two independent proofs or more must find each: `pnpm mutate --planted`. */
export const contractFaults: readonly ContractFault[] = [
  {
    area: 'conservation',
    what: 'coins of a cancelled offer stay counted as locked',
    edits: [
      {
        file: escrow,
        within: 'function _sendHomeWithCoins',
        right: 'settings = settings.withLessCoins(coins)',
        wrong: '',
        form: 'statement',
      },
    ],
  },
  {
    area: 'conservation',
    what: 'fees are paid out of locked coins',
    edits: [
      {
        file: 'src/EscrowOwner.sol',
        right: 'address(this).balance - settings.coinsOf()',
        wrong: 'address(this).balance',
        form: 'expression',
      },
    ],
  },
  {
    area: 'conservation',
    what: 'coins that a wallet refused are owed to the caller',
    edits: [{ file: coins, right: '_owed[to] += amount', wrong: '_owed[msg.sender] += amount', form: 'statement' }],
  },
  {
    area: 'conservation',
    what: 'coins that a wallet refused count as fees',
    edits: [{ file: coins, right: 'settings = settings.withMoreCoins(amount)', wrong: '', form: 'statement' }],
  },
  {
    area: 'order',
    what: 'coins are paid before the NFTs move',
    edits: [
      {
        file: escrow,
        within: 'function _acceptWithCoins',
        right: 'if (side != 0) Settlement.moveSide(side, recipient, creator, gasleft())',
        wrong:
          '_pay(offerId, creator, requestedCoins); _pay(offerId, recipient, offeredCoins); if (side != 0) Settlement.moveSide(side, recipient, creator, gasleft())',
        form: 'statement',
      },
      { file: escrow, right: '_pay(offerId, creator, requestedCoins)', wrong: '', form: 'statement' },
      { file: escrow, right: '_pay(offerId, recipient, offeredCoins)', wrong: '', form: 'statement' },
    ],
  },
  {
    area: 'order',
    what: 'an accepted offer is closed after its NFTs have moved',
    edits: [
      {
        file: 'src/OfferBook.sol',
        right: 'statuses.wordOf(number).close(number, newStatus)',
        wrong:
          '(newStatus == OfferStatus.SWAPPED && blob.coinsKind() == OfferBlob.NO_COINS ? statuses.wordOf(number).get(number) : statuses.wordOf(number).close(number, newStatus))',
        form: 'expression',
      },
      {
        file: escrow,
        right: 'Settlement.moveSide(offeredSide, address(this), recipient, gasleft())',
        wrong:
          'Settlement.moveSide(offeredSide, address(this), recipient, gasleft()); statuses.wordOf(OfferId.numberOf(offerId)).close(OfferId.numberOf(offerId), OfferStatus.SWAPPED)',
        form: 'statement',
      },
    ],
  },
  {
    area: 'status',
    what: 'anyone can send an offer home one second early',
    edits: [
      {
        file: escrow,
        right: 'block.timestamp < openFrom',
        wrong: 'block.timestamp + 1 < openFrom',
        form: 'expression',
      },
    ],
  },
  {
    area: 'status',
    what: 'an offer can be accepted one second late',
    edits: [
      {
        file: escrow,
        within: 'function _requireRecipient',
        right: 'block.timestamp > blob.expiresAtOf()',
        wrong: 'block.timestamp > blob.expiresAtOf() + 1',
        form: 'expression',
      },
    ],
  },
  {
    area: 'status',
    what: 'an NFT that was claimed can be claimed again',
    edits: [{ file: escrow, right: 'ALL & ~departed[number]', wrong: 'ALL', form: 'expression' }],
  },
  {
    area: 'status',
    what: 'the number after the last one starts over',
    edits: [{ file: creation, right: '!current.isOpen()', wrong: 'current.isPaused()', form: 'expression' }],
  },
  {
    area: 'gas',
    what: 'a return is granted a quarter of its gas',
    edits: [
      {
        file: escrow,
        within: 'function cancelSwapOffer',
        right: 'Returning.CALL_GAS',
        wrong: 'Returning.CALL_GAS / 4',
        form: 'expression',
      },
      {
        file: escrow,
        within: 'function _returnSide',
        right: 'Returning.CALL_GAS',
        wrong: 'Returning.CALL_GAS / 4',
        form: 'expression',
      },
    ],
  },
  {
    area: 'gas',
    what: 'a return that failed for lack of gas counts as refused',
    edits: [
      {
        file: 'src/Returning.sol',
        right: 'if (here) _requireGas(available, CALL_GAS)',
        wrong: '',
        form: 'statement',
      },
    ],
  },
  {
    area: 'gas',
    what: 'coins that arrived with too little gas count as refused',
    edits: [
      {
        file: coins,
        right: 'if (available < needed) revert NotEnoughGas(available, needed)',
        wrong: '',
        form: 'statement',
      },
    ],
  },
  {
    area: 'gas',
    what: 'a creation does not ask whether answers are cheap enough for a return',
    edits: [
      {
        file: creation,
        within: 'function _takeIn',
        right: 'Returning.VIEW_GAS',
        wrong: 'gasleft()',
        form: 'expression',
      },
    ],
  },
]

function placeOf(file: SourceFile, fault: ContractFault, { within, right }: Edit): number {
  const from = within === undefined ? 0 : file.bytes.indexOf(within)
  const start = file.bytes.indexOf(right, from)
  const isOnly = within !== undefined || file.bytes.indexOf(right, start + 1) === -1
  if (from === -1 || start === -1 || !isOnly) throw new StaleFault(fault.what, right)
  return start
}

/** The edits of a fault as mutants with one id, so that they activate together. */
export function editsOf(files: readonly SourceFile[], fault: ContractFault, id: number): Mutant[] {
  return fault.edits.map((edit) => {
    const file = files.find(({ name }) => name === edit.file)
    if (file === undefined) throw new StaleFault(fault.what, edit.file)
    const start = placeOf(file, fault, edit)
    const end = start + edit.right.length
    const { form, right: before, wrong: after } = edit
    return { id, file: file.name, line: 0, kind: fault.area, before, after, start, end, form }
  })
}

/** The sources with the fault applied, for the rules over the syntax tree. */
export function sourcesWith(files: readonly SourceFile[], fault: ContractFault): SourceFile[] {
  const given = Object.fromEntries(
    files.map((file) => {
      const edits = editsOf([...files], fault, 0)
        .filter((edit) => edit.file === file.name)
        .toSorted((one, other) => other.start - one.start)
      const text = edits.reduce(
        (bytes, { start, end, after, form }) =>
          form === 'statement'
            ? `${bytes.slice(0, start)}{ ${after === '' ? '' : `${after};`} }${bytes.slice(end + 1)}`
            : bytes.slice(0, start) + after + bytes.slice(end),
        file.bytes,
      )
      return [file.name, Buffer.from(text, 'latin1').toString('utf8')]
    }),
  )
  return parse(
    files.map(({ name }) => name),
    given,
  )
}
