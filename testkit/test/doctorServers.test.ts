import { startServer, readConfig } from '@parley/server'
import { serverSettings, startPostgres, type Postgres } from '@parley/testkit'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Doctor, type Env, expectWarning, faults, openDoctor } from './openDoctor.ts'

const token = 'an-uneven-token-of-the-servers-0123456789'
const real = { NETWORK: 'avalanche', PUBLIC_ORIGIN: 'https://127.0.0.1:2', METRICS_TOKEN: token }

let doctor: Doctor
let postgres: Postgres
beforeAll(async () => {
  doctor = await openDoctor()
  postgres = await startPostgres()
})
afterAll(async () => {
  await postgres.stop()
  await doctor.close()
})

const lineOf = async (what: string, env: Env) =>
  (await doctor.findings(env)).find((finding) => finding.what === what) ?? null

describe('given a METRICS_TOKEN', () => {
  it('that can be guessed: finds that, and does not show it', async () => {
    for (const weak of ['short-and-easy', 'a'.repeat(40)]) {
      const found = await doctor.findings({ METRICS_TOKEN: weak })
      expectWarning(found, 'metrics token', /METRICS_TOKEN can be guessed.*openssl rand -hex 24/)
      expect(JSON.stringify(found)).not.toContain(weak)
    }
    expect(faults(await doctor.findings({ METRICS_TOKEN: token }))).toEqual([])
  })

  it('that is missing on a real network: finds so where a Prometheus is to read the server', async () => {
    const env = { ...real, ...(await doctor.deployment(() => ({ network: 'avalanche' }))) }
    expect(await lineOf('metrics token', env)).toMatchObject({ state: 'fine' })
    const without = { ...env, METRICS_TOKEN: '' }
    expect(await lineOf('metrics token', without)).toMatchObject({ state: 'skipped' })
    const found = await doctor.findings({ ...without, PROMETHEUS_URL: 'http://127.0.0.1:2' })
    expectWarning(found, 'metrics token', /is not set, so \/metrics answers 404 to Prometheus/)
  })

  it('that is not what the running server asks for', async () => {
    const settings = {
      ...serverSettings(doctor.world, doctor.world.files, {}),
      ...(await doctor.deployment(() => ({}))),
    }
    const data = { PARLEY_DATA: join(doctor.folder, 'token'), LOG_LEVEL: 'silent' }
    const server = await startServer(readConfig({ ...settings, ...data, METRICS_TOKEN: token }))
    try {
      const env = { ...data, PORT: String(server.port) }
      expect(await lineOf('metrics token', { ...env, METRICS_TOKEN: token })).toMatchObject({
        state: 'fine',
        words: expect.stringContaining('the running server takes it'),
      })
      const found = await doctor.findings({ ...env, METRICS_TOKEN: `${token}-of-another` })
      expectWarning(found, 'metrics token', /refuses it \(404\).*started with another/)
    } finally {
      await server.stop()
    }
  })
})

describe('given a Prometheus that is away', () => {
  it('finds it, and what it means', async () => {
    const found = await doctor.findings({ PROMETHEUS_URL: 'http://127.0.0.1:2' })
    expectWarning(found, 'prometheus', /ECONNREFUSED.*no fault raises an alert.*PROMETHEUS_URL/)
  })
})

describe('given a Patroni that is away', () => {
  it('finds it, and what it means', async () => {
    const env = { DATABASE_URL: await postgres.createDatabase('lonely'), PATRONI_URLS: 'http://127.0.0.1:2' }
    expectWarning(await doctor.findings(env), 'patroni', /None of PATRONI_URLS answers.*nothing takes over/)
  })
})

describe('given a PostgreSQL that takes no writes', () => {
  it('finds that, although it is a primary', async () => {
    const url = await postgres.createDatabase('readonly')
    await postgres.configure('default_transaction_read_only', 'on')
    try {
      const found = await doctor.findings({ DATABASE_URL: url })
      expect(faults(found)).toEqual([
        { what: 'database', state: 'wrong', words: expect.stringMatching(/default_transaction_read_only is on/) },
      ])
    } finally {
      await postgres.configure('default_transaction_read_only', 'off')
    }
  })
})

describe('given servers of one PostgreSQL', () => {
  it('finds one that leads, or that none does', async () => {
    const url = await postgres.createDatabase('led')
    const settings = {
      ...serverSettings(doctor.world, doctor.world.files, {}),
      ...(await doctor.deployment(() => ({}))),
    }
    const env = { DATABASE_URL: url }
    expect(await lineOf('leader', env)).toMatchObject({ state: 'skipped', words: 'No server is running.' })
    const data = { PARLEY_DATA: join(doctor.folder, 'led'), LOG_LEVEL: 'silent' }
    // Its endpoint is away, so it does not lead.
    const server = await startServer(readConfig({ ...settings, ...data, ...env, RPC_URLS: 'http://127.0.0.1:2' }))
    try {
      expectWarning(await doctor.findings(env), 'leader', /The one running server does not lead.*RPC_URLS/)
      const other = await startServer(
        readConfig({ ...settings, ...env, PARLEY_DATA: join(doctor.folder, 'leads'), LOG_LEVEL: 'silent' }),
      )
      try {
        await other.indexer.catchUp()
        expect(await lineOf('leader', env)).toEqual({ what: 'leader', state: 'fine', words: 'One of 2 servers leads.' })
      } finally {
        await other.stop()
      }
    } finally {
      await server.stop()
    }
  })
})
