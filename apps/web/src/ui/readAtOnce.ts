/**
 * Marks a promise as React marks tracked ones, so that `use` reads a settled value synchronously.
 *
 * Otherwise React would show the fallback and keep it for at least 300 ms.
 */
export function readAtOnce<T>(promise: Promise<T>): Promise<T> {
  void promise.then((value) => Object.assign(promise, { status: 'fulfilled', value })).catch(() => undefined)
  return promise
}
