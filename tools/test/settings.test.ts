import { createServer } from 'node:net'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { requireFreePorts } from '../local/requireFreePorts.ts'
import { readSettings } from '../local/settings.ts'

describe('given the environment of npm start', () => {
  it('takes 4300, 8545 and .parley where nothing is said', () => {
    expect(readSettings({})).toMatchObject({ port: 4300, chainPort: 8545 })
    expect(readSettings({}).dataFolder).toMatch(/\/\.parley$/)
    expect(readSettings({ PORT: '5000', CHAIN_PORT: '6000', PARLEY_DATA: '/elsewhere' })).toEqual({
      port: 5000,
      chainPort: 6000,
      dataFolder: '/elsewhere',
    })
  })

  it.each(['43x', '-1', '70000', '1.5', ' '])('names the variable when a port is "%s"', (text) => {
    expect(() => readSettings({ CHAIN_PORT: text })).toThrow(
      `CHAIN_PORT must be a port from 0 to 65535, not "${text}".`,
    )
  })

  it('wants two different ports', () => {
    expect(() => readSettings({ PORT: '8545' })).toThrow('PORT and CHAIN_PORT are both 8545')
  })
})

describe('given a port that something listens on', () => {
  it('says which one and how to choose another', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    await expect(requireFreePorts({ port, chainPort: 0, dataFolder: '' })).rejects.toThrow(
      `Port ${port}, for the page, is in use. Choose another one: PORT=${port + 1} npm start`,
    )
    server.close()
    await once(server, 'close')
  })
})
