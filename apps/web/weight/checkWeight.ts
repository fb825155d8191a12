import { locale } from '@parley/domain'
import { weighPages } from './weighPages.ts'

/** `pnpm check` runs this: what each route fetches, and whether one fetches more than its budget. */
const weights = await weighPages()
for (const { page, bytes, budgetBytes } of weights) {
  const over = bytes > budgetBytes
  console.log(
    `${over ? 'OVER' : 'ok  '} ${page.padEnd(28)} ${bytes.toLocaleString(locale)} of ${budgetBytes.toLocaleString(locale)} bytes`,
  )
  if (over) process.exitCode = 1
}
