/** Resolves when a promise settles, or after a time limit. */
export async function waitAtMost(patienceMs: number, something: Promise<unknown>): Promise<void> {
  const patience = new Promise<void>((resolve) => setTimeout(resolve, patienceMs))
  await Promise.race([something.catch(() => undefined), patience])
}
