import { readFileSync } from 'node:fs'

/** The kernel counts in hundredths of a second. */
const ticksPerS = 100
let takenS = endedChildrenCpuS() ?? 0

/** CPU seconds of this process's ended children and their descendants. Linux only. */
function endedChildrenCpuS(): number | null {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[13]) + Number(fields[14])) / ticksPerS
  } catch {
    return null
  }
}

/** CPU seconds of child processes that ended since the last call. Call it after each to get that one's. */
export function takeChildCpuS(): number | null {
  const nowS = endedChildrenCpuS()
  if (nowS === null) return null
  const sinceS = nowS - takenS
  takenS = nowS
  return sinceS
}
