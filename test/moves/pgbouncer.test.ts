import { afterAll, assert, beforeAll, describe, test } from '#test'
import { PgBouncer, pgBouncerProgram } from '../outages/pgbouncer.ts'
import { Databases } from './databases.ts'
import { Scene } from './fixture.ts'
import { Follower } from './follower.ts'
import { People } from './people.ts'

const databaseUrl = process.env.LOQUAT_TEST_DATABASE_URL

/** Fewer than either process would open, so that transactions share them. */
const sessions = 3

describe.skipIf(!databaseUrl || !pgBouncerProgram)('an organization that moves past PgBouncer', () => {
  let databases: Databases
  let bouncer: PgBouncer
  let scene: Scene
  beforeAll(async () => {
    databases = await Databases.create(databaseUrl as string)
    const home = new URL(databases.url('home'))
    const behind = { port: Number(home.port), database: home.pathname.slice(1), role: home.username }
    bouncer = await PgBouncer.create(behind, sessions)
    scene = await Scene.open(databases, {
      LOQUAT_DATABASE_URL: bouncer.url,
      LOQUAT_DATABASE_SESSION_URL: home.href,
    })
  })
  afterAll(async () => {
    await scene?.close()
    await bouncer?.dispose()
  })

  test('an organization leaves PgBouncer and returns to it during use', async () => {
    const made = await scene.found('acme')
    const id = await databases.idOf('home', 'acme')
    const follower = await Follower.start(scene, made, 1)
    const people = new People(scene, made)
    await people.more(20)
    for (const to of ['east', 'home']) {
      await scene.done('org', 'move', 'acme', '--to', to)
      assert.deepEqual(await scene.placesOf('acme'), [to])
      await people.more(20)
    }
    await people.end()
    await people.isWhole()
    await follower.end()
    follower.heardOnce(people.sent.keys())
    await databases.isSettled()
    assert.deepEqual(await databases.rowsIn('east', id), {})
    const pooled = await databases.query(
      'home',
      `select pid from pg_stat_activity
       where datname = current_database() and application_name like 'pooled loquat %'`,
    )
    assert.ok(pooled.length > 0 && pooled.length <= sessions, `${pooled.length} sessions`)
  })
})
