import { vi } from 'vitest'
import { type Driver, giveIdsAbove, JoinError, joinDatabases, openServer } from '#platform/db'
import { assert, chance, describe, test } from '#test'
import { copyTemplate } from '../../../test/harness/server.ts'

const url = process.env.LOQUAT_TEST_DATABASE_URL

async function withDatabases(count: number, work: (...drivers: Driver[]) => Promise<void>): Promise<void> {
  const opened: { driver: Driver; drop(): Promise<void> }[] = []
  try {
    for (let each = 0; each < count; each++) {
      const { url: own, drop } = await copyTemplate(url as string)
      opened.push({ driver: await openServer(own, { connections: 3 }), drop })
    }
    await work(...opened.map(({ driver }) => driver))
  } finally {
    for (const { driver, drop } of opened) {
      await driver.close()
      await drop()
    }
  }
}

async function query(driver: Driver, sql: string): Promise<Record<string, unknown>[]> {
  const connection = await driver.connect()
  try {
    return (await connection.query(sql, [])).rows
  } finally {
    connection.release()
  }
}

const nextOf = async (driver: Driver, name = 'message_id_seq') =>
  (await query(driver, `select nextval('${name}') as id`))[0]?.id as number
const found = (driver: Driver, subdomain: string) =>
  driver.script(`insert into organization (subdomain, name) values ('${subdomain}', '${subdomain}')`)
const refused = async (joining: Promise<void>, reason: RegExp) =>
  assert.rejects(joining, (error) => error instanceof JoinError && reason.test(error.message))

describe.skipIf(!url)('databases that are used together', () => {
  test('give unique IDs, whenever they join', () =>
    withDatabases(4, async (home, ...others) => {
      const given: number[] = []
      const joined: Driver[] = [home]
      const { pick } = drawer()
      for (let times = 0; times < 50; times++) given.push(await nextOf(home))
      for (const [index, other] of others.entries()) {
        joined.push(other)
        const further = new Map(others.slice(0, index + 1).map((one, at) => [`db${at}`, one]))
        await joinDatabases(home, further)
        for (let times = 0; times < 100; times++) given.push(await nextOf(joined[pick(joined.length)] as Driver))
        // restarting changes nothing
        await joinDatabases(home, further)
      }
      assert.equal(new Set(given).size, given.length)
      const steps = await query(home, 'select distinct increment_by as step from pg_sequences')
      assert.deepEqual(steps, [{ step: 16 }])
      for (const [number, one] of joined.entries()) assert.equal((await nextOf(one, 'account_id_seq')) % 16, number)
    }))

  test('finish joining after an interrupted start', () =>
    withDatabases(2, async (home, east) => {
      for (let times = 0; times < 20; times++) await nextOf(home)
      await joinDatabases(home, new Map([['east', east as Driver]]))
      const given = [await nextOf(home), await nextOf(home)]
      // simulate that only the first database was updated
      await east?.script('delete from joined_database')
      await east?.script('alter sequence message_id_seq increment by 1 restart with 1')
      await joinDatabases(home, new Map([['east', east as Driver]]))
      const more = [await nextOf(east as Driver), await nextOf(home), await nextOf(east as Driver)]
      assert.equal(new Set([...given, ...more]).size, 5)
      assert.ok(Math.min(...more) > 20)
    }))

  test('give unique IDs in tables added by later migrations', () =>
    withDatabases(2, async (home, east) => {
      const further = new Map([['east', east as Driver]])
      await joinDatabases(home, further)
      for (const one of [home, east as Driver])
        await one.script('create table later (id bigint generated always as identity)')
      await joinDatabases(home, further)
      const ids = [await nextOf(home, 'later_id_seq'), await nextOf(east as Driver, 'later_id_seq')]
      assert.deepEqual(
        ids.map((id) => id % 16),
        [0, 1],
      )
    }))

  test('are rejected if IDs or subdomains could collide', () =>
    withDatabases(3, async (home, east, west) => {
      const [one, other] = [east, west] as [Driver, Driver]
      await found(one, 'old')
      await refused(joinDatabases(home, new Map([['east', one]])), /'east' has organizations already/)
      await one.script('delete from organization')
      await joinDatabases(home, new Map([['east', one]]))
      await refused(joinDatabases(home, new Map([['west', one]])), /'west' is the database 'east'/)
      await refused(joinDatabases(home, new Map([['self', home]])), /'self' is a database that is named already/)
      await refused(joinDatabases(one, new Map()), /this is the database 'east' of several/)
      await refused(joinDatabases(other, new Map([['east', one]])), /'east' is a database of other ones/)
      // an unused database may be missing
      await joinDatabases(home, new Map())
      await home.script(`insert into organization_place values ('team', 'east')`)
      await refused(joinDatabases(home, new Map()), /organizations are in 'east', which is not named/)
      await refused(
        joinDatabases(home, new Map([['east', other]])),
        /'east' is empty, and organizations should be in it/,
      )
    }))

  test('organizations are found again after the directory was lost', () =>
    withDatabases(2, async (home, east) => {
      const further = new Map([['east', east as Driver]])
      await joinDatabases(home, further)
      await found(east as Driver, 'team')
      await found(east as Driver, '~unfinished')
      await found(home, 'both')
      await found(east as Driver, 'both')
      await joinDatabases(home, further)
      const places = await query(home, 'select subdomain, database_name as name from organization_place')
      assert.deepEqual(places, [{ subdomain: 'team', name: 'east' }])
    }))

  test('a single database stays unchanged', () =>
    withDatabases(1, async (home) => {
      await joinDatabases(home, new Map())
      assert.equal((await nextOf(home)) + 1, await nextOf(home))
      assert.deepEqual(await query(home, 'select name from joined_database'), [])
    }))

  test("IDs are raised above another database's, even while someone takes several", () =>
    withDatabases(2, async (home, east) => {
      await joinDatabases(home, new Map([['east', east]]))
      const sequences = ['draft_id_seq', 'message_id_seq'] as const
      for (const name of sequences) for (let times = 0; times < 3; times++) await nextOf(east, name)
      const [from, to, other] = [await east.connect(), await home.connect(), await home.connect()]
      try {
        const taken = async (name: string) => (await other.query(`select nextval('${name}') as id`, [])).rows[0]?.id
        await other.query('begin', [])
        await taken('message_id_seq')
        const given = giveIdsAbove(from, to, 0)
        const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
        await vi.waitFor(async () => assert.equal((await query(home, waiting)).length, 1), { timeout: 60_000 })
        // the waiting transaction has already changed this sequence
        assert.ok(Number(await taken('draft_id_seq')) > 0)
        await other.query('commit', [])
        await given
      } finally {
        for (const one of [from, to, other]) one.release()
      }
      for (const name of sequences) {
        const there = await nextOf(east, name)
        assert.ok((await nextOf(home, name)) + 16 > there, name)
      }
    }))
})

function drawer() {
  const draw = chance(7)
  return { pick: (below: number) => Math.floor(draw() * below) }
}
