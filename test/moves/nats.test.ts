import { afterAll, assert, beforeAll, describe, test } from '#test'
import { NatsServer, natsProgram } from '../outages/nats-server.ts'
import { PostgresServer, programs } from '../outages/postgres.ts'
import { Databases, eventually } from './databases.ts'
import { Scene } from './fixture.ts'
import { Follower } from './follower.ts'
import { People } from './people.ts'

const databaseUrl = process.env.LOQUAT_TEST_DATABASE_URL

describe.skipIf(!databaseUrl || !programs || !natsProgram)('an organization that moves to another server', () => {
  let east: PostgresServer
  let nats: NatsServer
  let databases: Databases
  let scene: Scene
  beforeAll(async () => {
    east = await PostgresServer.create()
    nats = await NatsServer.create()
    databases = await Databases.create(databaseUrl as string, east.url('chat', 'chat'))
    scene = await Scene.open(databases, { LOQUAT_NATS_URL: nats.url })
  })
  afterAll(async () => {
    await scene?.close()
    await nats?.end()
    await east?.dispose()
  })

  test('an organization moves there and back while NATS goes down and returns', async () => {
    const made = await scene.found('acme')
    const id = await databases.idOf('home', 'acme')
    const followers = [await Follower.start(scene, made, 0), await Follower.start(scene, made, 1)]
    const people = new People(scene, made)
    await people.more(20)
    const natsState = async () => (await (await fetch(`${scene.servers[0]?.url}/health`)).json()).nats
    await eventually(async () => assert.equal(await natsState(), 'connected'))
    for (const [to, isThere] of [
      ['east', true],
      ['home', false],
    ] as const) {
      const moving = scene.done('org', 'move', 'acme', '--to', to)
      if (!isThere) await nats.end()
      await moving
      assert.deepEqual(await scene.placesOf('acme'), [to])
      await people.more(20)
      if (isThere) continue
      assert.notEqual(await natsState(), 'connected')
      await nats.start()
    }
    await people.end()
    await people.isWhole()
    for (const one of followers) await one.end()
    for (const one of followers) one.heardOnce(people.sent.keys())
    await databases.isSettled()
    assert.deepEqual(await databases.rowsIn('east', id), {})
  })
})
