import { accessSync, constants, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Where a program lies: the first of these folders that has it. */
export function findProgram(
  name: string,
  folders: readonly string[] = (process.env['PATH'] ?? '').split(delimiter),
): string | undefined {
  return folders.map((folder) => join(folder, name)).find(isProgram)
}

/** Debian keeps PostgreSQL's programs outside PATH, in a folder per version. Newest first. */
export function postgresFolders(base = '/usr/lib/postgresql'): string[] {
  try {
    return readdirSync(base)
      .toSorted((one, other) => Number(other) - Number(one))
      .map((version) => join(base, version, 'bin'))
  } catch {
    return []
  }
}
