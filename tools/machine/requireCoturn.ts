import { existsSync } from 'node:fs'
import { aptInstall } from './aptInstall.ts'
import { SetupError } from './SetupError.ts'

const program = '/usr/bin/turnserver'

/** A relay for the tests of the voice chat, installed first where there is none. @throws {SetupError} */
export async function requireCoturn(): Promise<void> {
  if (existsSync(program)) return
  await aptInstall('coturn', 'the tests of voices that go through a relay')
  if (!existsSync(program)) throw new SetupError(`coturn was installed, but there is no ${program}.`)
}
