import pg from 'pg'
import { describe, test } from 'vitest'
import { assert, RealServer } from '#test'
import { patience } from './fixture.ts'
import { Load } from './load.ts'
import { PgBouncer, pgBouncerProgram } from './pgbouncer.ts'
import { PostgresServer, programs } from './postgres.ts'

/** Fewer than either process would open, so that transactions share them. */
const sessions = 3

if (programs && pgBouncerProgram) {
  test(
    'processes behind PgBouncer notify each other, survive it, and leave no session state',
    async () => {
      const postgres = await PostgresServer.create()
      const bouncer = await PgBouncer.create(postgres, sessions)
      const first = await RealServer.prepare({ isPlain: true })
      const second = await RealServer.prepare({ isPlain: true })
      try {
        for (const { environment } of [first, second])
          Object.assign(environment, {
            LOQUAT_DATABASE_URL: bouncer.url,
            LOQUAT_DATABASE_SESSION_URL: postgres.url('chat', 'chat'),
            LOQUAT_DATABASE_STATEMENT_SECONDS: '2',
            LOQUAT_LOG_LEVEL: process.env.LOQUAT_LOG_LEVEL ?? 'silent',
          })
        const account = await first.createOrganization()
        await Promise.all([first.start(), second.start()])
        const load = new Load(first, account, { heardAt: second })
        await load.start()
        await load.acknowledgedFromNowOn()
        try {
          // slow statements are canceled, although no session has a timeout
          const locked = postgres.chat('do $$ begin lock table message; perform pg_sleep(6); end $$')
          await load.refusedFromNowOn()
          await locked
          await load.acknowledgedFromNowOn()
          await bouncer.kill()
          await load.refusedFromNowOn()
          await bouncer.start()
          await load.acknowledgedFromNowOn()
          await postgres.endSessions()
          await load.acknowledgedFromNowOn()
        } catch (error) {
          load.abandon()
          throw error
        }
        await load.settle()
        const left = await postgres.sql(
          `select count(*)::int as count from pg_stat_activity where application_name like 'pooled loquat %'`,
        )
        assert.ok((left[0]?.count as number) > 0 && (left[0]?.count as number) <= sessions)
        for (const server of [first, second]) assert.equal(await server.end('SIGTERM'), 0)
        // without a transaction, PgBouncer's sessions answer in turn
        const client = new pg.Client(bouncer.url)
        await client.connect()
        for (let time = 0; time < 2 * sessions; time++) {
          const { rows } = await client.query(
            `select current_setting('statement_timeout') as own, current_setting('jit') as jit,
              (select count(*)::int from pg_prepared_statements where name <> '') as kept`,
          )
          assert.deepEqual(rows, [{ own: '0', jit: 'on', kept: 0 }])
        }
        await client.end()
      } finally {
        await first.dispose()
        await second.dispose()
        await bouncer.dispose()
        await postgres.dispose()
      }
    },
    patience,
  )
} else {
  describe.skip('without PgBouncer: see scripts/install-pgbouncer.sh', () => {
    test('PgBouncer', () => {})
  })
}
