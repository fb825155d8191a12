/** Resolves when something is here or could not be had, or after so long without it. */
export async function waitAtMost(patienceMs: number, something: Promise<unknown>): Promise<void> {
  const patience = new Promise<void>((resolve) => setTimeout(resolve, patienceMs))
  await Promise.race([something.catch(() => undefined), patience])
}
