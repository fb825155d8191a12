import { measureGas } from '@parley/contracts/proof/gas'
import type { Bench } from './Bench.ts'

export const bench: Bench = {
  about:
    "Gas before refunds on a local chain under the C-Chain's rules. floor: the bare transfers. textbook: an OpenZeppelin escrow.",
  besides: true,
  async run() {
    return Object.entries(await measureGas()).flatMap(([name, { parley, floor, textbook }]) => [
      { case: name, figure: parley, unit: 'gas', reference: floor, against: 'floor' },
      { case: name, figure: parley, unit: 'gas', reference: textbook, against: 'textbook' },
    ])
  },
}
