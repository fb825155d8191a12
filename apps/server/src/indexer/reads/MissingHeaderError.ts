/** An endpoint gave logs of blocks and does not know the blocks: it is behind another behind the same address. */
export class MissingHeaderError extends Error {
  override readonly name = 'MissingHeaderError'
}
