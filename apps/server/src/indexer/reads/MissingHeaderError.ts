/** An endpoint returned logs of blocks it doesn't know: nodes behind one address differ. */
export class MissingHeaderError extends Error {
  override readonly name = 'MissingHeaderError'
}
