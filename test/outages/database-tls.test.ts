import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openServer } from '#platform/db'
import { afterAll, assert, beforeAll, RealServer } from '#test'
import { makeCertificate } from '../harness/certificate.ts'
import { outage, patience } from './fixture.ts'
import { Load } from './load.ts'
import { PostgresServer } from './postgres.ts'

let folder: string
const file = (name: string) => join(folder, name)
const authority = makeCertificate(['Authority'], { isAuthority: true })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loquat-database-'))
  await writeFile(file('authority.pem'), authority.cert)
  await writeFile(file('other.pem'), makeCertificate(['Other'], { isAuthority: true }).cert)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A server and its standby, with certificates of the same authority. */
async function withServers(
  names: string[],
  run: (servers: { primary: PostgresServer; standby: PostgresServer; address: string }) => Promise<void>,
): Promise<void> {
  const primary = await PostgresServer.create()
  const standby = await PostgresServer.synchronousStandby(primary)
  try {
    for (const server of [primary, standby]) await server.speaksTls(makeCertificate(names, { by: authority }))
    const address = `postgres://chat@localhost:${standby.port},localhost:${primary.port}/chat`
    await run({ primary, standby, address })
  } finally {
    await standby.dispose()
    await primary.dispose()
  }
}

/** Whether a connection uses TLS, or its error. */
async function outcome(url: string): Promise<unknown> {
  try {
    const driver = await openServer(url, { connections: 1, connectSecs: 2 })
    try {
      const connection = await driver.connect()
      const { rows } = await connection.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()', [])
      connection.release()
      return rows[0]?.ssl
    } finally {
      await driver.close()
    }
  } catch (error) {
    return String(error)
  }
}

outage('among several database servers, one with an untrusted certificate is refused', () =>
  withServers(['localhost'], async ({ primary, address }) => {
    const alone = `postgres://chat@localhost:${primary.port}/chat`
    for (const url of [address, alone]) {
      for (const mode of ['verify-full', 'verify-ca'])
        assert.equal(await outcome(`${url}?sslmode=${mode}&sslrootcert=${file('authority.pem')}`), true, mode)
      for (const rest of [`verify-full&sslrootcert=${file('other.pem')}`, `verify-ca&sslrootcert=${file('other.pem')}`])
        assert.match(String(await outcome(`${url}?sslmode=${rest}`)), /certificate/, rest)
      // TLS without verification works; a plain connection is refused
      assert.equal(await outcome(`${url}?sslmode=require`), true)
      assert.match(String(await outcome(`${url}?sslmode=disable`)), /pg_hba|reject/)
    }
  }),
)

outage('verify-full refuses a database server with a certificate for another name', () =>
  withServers(['db.example'], async ({ address }) => {
    const ca = `sslrootcert=${file('authority.pem')}`
    assert.match(String(await outcome(`${address}?sslmode=verify-full&${ca}`)), /altnames|certificate/i)
    assert.equal(await outcome(`${address}?sslmode=verify-ca&${ca}`), true)
  }),
)

outage(
  'a promoted server is used over TLS like the lost one',
  () =>
    withServers(['localhost'], async ({ primary, standby, address }) => {
      const loquat = await RealServer.prepare({ isPlain: true })
      try {
        Object.assign(loquat.environment, {
          LOQUAT_DATABASE_URL: `${address}?sslmode=verify-full&sslrootcert=${file('authority.pem')}`,
          LOQUAT_DATABASE_STATEMENT_SECONDS: '3',
          LOQUAT_LOG_LEVEL: process.env.LOQUAT_LOG_LEVEL ?? 'silent',
        })
        const account = await loquat.createOrganization()
        await loquat.start()
        const load = new Load(loquat, account)
        await load.start()
        try {
          await load.acknowledgedFromNowOn()
          await primary.stop('immediate')
          await standby.promote()
          await load.acknowledgedFromNowOn()
        } catch (error) {
          load.abandon()
          throw error
        }
        await load.settle()
        const sessions = await standby.sql(
          `select ssl from pg_stat_ssl join pg_stat_activity using (pid) where usename = 'chat'`,
        )
        assert.ok(sessions.length > 0)
        for (const { ssl } of sessions) assert.equal(ssl, true)
        assert.equal(await loquat.end('SIGTERM'), 0)
      } finally {
        await loquat.dispose()
      }
    }),
  patience,
)
