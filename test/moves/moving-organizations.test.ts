import { join } from 'node:path'
import { request } from 'undici'
import { afterAll, assert, beforeAll, describe, foundSociety, test } from '#test'
import { Databases, eventually } from './databases.ts'
import { Scene } from './fixture.ts'
import { Follower } from './follower.ts'
import { newest, People, post } from './people.ts'

const databaseUrl = process.env.LOQUAT_TEST_DATABASE_URL

describe.skipIf(!databaseUrl)('an organization that moves between databases', () => {
  let scene: Scene
  beforeAll(async () => {
    scene = await Scene.open(await Databases.create(databaseUrl as string))
  })
  afterAll(() => scene?.close())

  test('an organization moves there and back during use, losing and reordering nothing', async () => {
    const made = await scene.found('acme')
    const neighbour = await scene.found('beside')
    const besideId = await scene.databases.idOf('home', 'beside')
    const id = await scene.databases.idOf('home', 'acme')
    const followers = [await Follower.start(scene, made, 0), await Follower.start(scene, made, 1)]
    const other = await Follower.start(scene, neighbour, 0)
    const people = new People(scene, made)
    const neighbours = new People(scene, neighbour)
    await people.more(30)
    for (const to of ['east', 'west', 'home']) {
      const { moved } = JSON.parse((await scene.done('org', 'move', 'acme', '--to', to, '--json')).trim()) as {
        moved: { pausedMs: number }
      }
      assert.ok(moved.pausedMs > 0)
      assert.deepEqual(await scene.placesOf('acme'), [to])
      await people.more(30)
    }
    await people.end()
    await neighbours.end()
    await people.isWhole()
    await neighbours.isWhole()
    for (const one of [...followers, other]) await one.end()
    for (const one of followers) one.heardOnce(people.sent.keys())
    assert.deepEqual(await scene.databases.rowsIn('east', id), {})
    assert.deepEqual(await scene.databases.rowsIn('west', id), {})
    assert.ok(((await scene.databases.rowsIn('home', besideId)).message ?? 0) >= neighbours.sent.size)
    assert.deepEqual(await scene.databases.triggers('home'), [])
  })

  test('a move killed while copying changes nothing', async () => {
    const made = await scene.found('copied')
    const id = await scene.databases.idOf('home', 'copied')
    const first = await post(scene.client(made, 0), 'Before')
    const release = await scene.databases.holding('east', 'lock table message in share mode')
    const mover = scene.launch('org', 'move', 'copied', '--to', 'east')
    await scene.databases.phaseIs('home', id, 'leaving')
    await eventually(async () => assert.ok((await scene.databases.rowsIn('east', id)).event_log))
    const second = await post(scene.client(made, 1), 'Meanwhile')
    const again = await scene.launch('org', 'move', 'copied', '--to', 'west').closed
    assert.match(again.err, /is being moved already/)
    assert.match(await scene.done('doctor'), /organizations being moved: copied from home to east/)
    mover.child.kill('SIGKILL')
    await release()
    await scene.databases.isSettled()
    assert.deepEqual(await scene.databases.rowsIn('east', id), {})
    assert.deepEqual(await scene.placesOf('copied'), ['home'])
    const third = await post(scene.client(made, 0), 'After')
    const ids = (await newest(scene.client(made, 1))).map((message) => message.id)
    assert.deepEqual(ids.slice(-3), [first, second, third])
  })

  test('a move killed before the switch leaves the old database in charge', async () => {
    const made = await scene.found('held', 'east')
    const id = await scene.databases.idOf('east', 'held')
    const first = await post(scene.client(made, 0), 'Before')
    const release = await scene.databases.holding(
      'home',
      "select 1 from organization_place where subdomain = 'held' for update",
    )
    const mover = scene.launch('org', 'move', 'held', '--to', 'home')
    await scene.databases.phaseIs('east', id, 'held')
    // writes are blocked now, and told to retry
    const waiting = post(scene.client(made, 1), 'Meanwhile')
    mover.child.kill('SIGKILL')
    const second = await waiting
    await release()
    await scene.databases.isSettled()
    assert.deepEqual(await scene.placesOf('held'), ['east'])
    assert.deepEqual(await scene.databases.rowsIn('home', id), {})
    const ids = (await newest(scene.client(made, 0))).map((message) => message.id)
    assert.deepEqual(ids.slice(-2), [first, second])
  })

  test('servers finish a move killed after the switch', async () => {
    const made = await scene.found('switched', 'east')
    const id = await scene.databases.idOf('east', 'switched')
    const first = await post(scene.client(made, 0), 'Before')
    const { mover, releaseEast } = await scene.decided('switched', id)
    mover.child.kill('SIGKILL')
    await releaseEast()
    const second = await post(scene.client(made, 1), 'After')
    await scene.databases.isSettled()
    assert.deepEqual(await scene.placesOf('switched'), ['home'])
    assert.deepEqual(await scene.databases.rowsIn('east', id), {})
    const ids = (await newest(scene.client(made, 0))).map((message) => message.id)
    assert.deepEqual(ids.slice(-2), [first, second])
    // IDs keep increasing, and are of the new database
    assert.deepEqual([first % 16, second % 16, second > first], [1, 0, true])
  })

  test('a process unaware of the move returns nothing from the old database', async () => {
    const made = await scene.found('unheard')
    const asked = () => scene.client(made, 1).send('GET', '/users/me', [])
    assert.equal((await asked()).full_name, 'Ada')
    const pid = scene.servers[1]?.pid as number
    process.kill(pid, 'SIGSTOP')
    try {
      await scene.done('org', 'move', 'unheard', '--to', 'east')
      await scene.client(made, 0).send('PATCH', '/settings', [['full_name', 'Ada of the east']])
      // it waits in the socket, and is the process's first request
      const answer = asked()
      process.kill(pid, 'SIGCONT')
      assert.equal((await answer).full_name, 'Ada of the east')
    } finally {
      process.kill(pid, 'SIGCONT')
    }
  })

  test('the switch applies at once, before any process is notified', async () => {
    const made = await scene.found('untold', 'east')
    const id = await scene.databases.idOf('east', 'untold')
    assert.equal((await scene.client(made, 1).send('GET', '/users/me', [])).full_name, 'Ada')
    const { mover, releaseEast } = await scene.decided('untold', id)
    await scene.client(made, 0).send('PATCH', '/settings', [['full_name', 'Ada at home']])
    assert.equal((await scene.client(made, 1).send('GET', '/users/me', [])).full_name, 'Ada at home')
    const metrics = async () => await (await request(`${scene.servers[0]?.url}/metrics`)).body.text()
    await eventually(async () => assert.match(await metrics(), /^loquat_moves{state="removing"} 1$/m))
    const rows = /^loquat_move_rows_copied (\d+)$/m.exec(await metrics())?.[1]
    assert.ok(Number(rows) > 0)
    assert.match(await metrics(), new RegExp(`^loquat_move_rows ${rows}$`, 'm'))
    await releaseEast()
    assert.equal((await mover.closed).code, 0)
    await eventually(async () => assert.match(await metrics(), /^loquat_moves{state="removing"} 0$/m))
    assert.match(await metrics(), /^loquat_moves_total [1-9]/m)
    assert.match(await metrics(), /^loquat_move_pause_seconds (?!0$)/m)
  })

  test("a process killed during the pause doesn't affect the move", async () => {
    const made = await scene.found('paused')
    const id = await scene.databases.idOf('home', 'paused')
    const first = await post(scene.client(made, 0), 'Before')
    const release = await scene.databases.holding('home', "insert into organization_place values ('paused', 'west')")
    const mover = scene.launch('org', 'move', 'paused', '--to', 'west')
    await scene.databases.phaseIs('home', id, 'held')
    const waiting = post(scene.client(made, 1), 'Meanwhile')
    await scene.servers[0]?.stop('SIGKILL')
    await release()
    assert.equal((await mover.closed).code, 0)
    const second = await waiting
    scene.servers[0] = await scene.serve()
    const ids = (await newest(scene.client(made, 0))).map((message) => message.id)
    assert.deepEqual(ids.slice(-2), [first, second])
    assert.deepEqual(await scene.placesOf('paused'), ['west'])
  })

  test('an invalid move is refused in one line, and a dry run changes nothing', async () => {
    await scene.found('refused')
    const id = await scene.databases.idOf('home', 'refused')
    const says = async (...args: string[]) => {
      const { code, err } = await scene.launch('org', 'move', ...args).closed
      assert.equal(code, 1)
      return err.trim()
    }
    assert.match(await says('refused', '--to', 'north'), /unknown database 'north'; choose one of home, east, west$/)
    assert.match(await says('refused', '--to', 'home'), /it is in 'home' already$/)
    assert.match(await says('nobody', '--to', 'east'), /there is no organization with the subdomain 'nobody'$/)
    await scene.databases.query('east', `insert into organization (subdomain, name) values ('refused', 'Another one')`)
    assert.match(await says('refused', '--to', 'east'), /an organization in 'east' has its subdomain$/)
    const trial = JSON.parse(await scene.done('org', 'move', 'refused', '--to', 'west', '--dry-run', '--json'))
    assert.equal(trial.moved, undefined)
    assert.ok(trial.tables.find(({ name }: { name: string }) => name === 'account').rows > 0)
    assert.deepEqual(await scene.databases.rowsIn('west', id), {})
    const { LOQUAT_DATABASES: _, ...alone } = scene.env
    const env = { ...alone, LOQUAT_DATABASE_URL: '', LOQUAT_DATA_DIR: join(scene.folder, 'embedded') }
    const founded = await scene.processes.launch([...foundSociety], { env }).closed
    assert.equal(founded.code, 0, founded.err)
    const one = await scene.processes.launch(['org', 'move', 'refused', '--to', 'east'], { env }).closed
    assert.match(one.err, /there is only one database/)
  })
})
