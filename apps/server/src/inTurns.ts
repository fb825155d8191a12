import { giveWay } from './giveWay.ts'

/** Looking at the clock and going on costs more than most things that are done with one item. */
const itemsAtOnce = 20

/** Maps a long list and yields to requests in between. Rejects with what `map` throws. */
export async function inTurns<Item, Result>(items: readonly Item[], map: (item: Item) => Result): Promise<Result[]> {
  const results: Result[] = []
  for (let at = 0; at < items.length; at += itemsAtOnce) {
    for (const item of items.slice(at, at + itemsAtOnce)) results.push(map(item))
    await giveWay()
  }
  return results
}
