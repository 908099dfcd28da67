import { join } from 'node:path'
import { FormData, request } from 'undici'
import { vi } from 'vitest'
import { afterAll, assert, beforeAll, describe, test } from '#test'
import { Databases } from './moves/databases.ts'
import { founding, Scene } from './moves/fixture.ts'
import { post } from './moves/people.ts'

const databaseUrl = process.env.LOQUAT_TEST_DATABASE_URL

describe.skipIf(!databaseUrl)('organizations in several databases', () => {
  let scene: Scene
  beforeAll(async () => {
    scene = await Scene.open(await Databases.create(databaseUrl as string))
  })
  afterAll(() => scene?.close())

  test('any process serves any database, and notifies the others', async () => {
    const ids: number[] = []
    const accounts: number[] = []
    for (const database of ['home', 'east', 'west']) {
      const made = await scene.found(`any-${database}`, database)
      assert.equal(made.database, database)
      accounts.push(made.owner.user_id)
      const [one, other] = [scene.client(made, 0), scene.client(made, 1)]
      const { queue_id } = await one.send('POST', '/register', [['event_types', '["message"]']])
      const polled = one.send('GET', '/events', [
        ['queue_id', queue_id as string],
        ['last_event_id', '-1'],
      ])
      const id = await post(other, `Soup of ${database}`)
      const { events } = (await polled) as { events: { message: { id: number } }[] }
      assert.deepEqual(
        events.map(({ message }) => message.id),
        [id],
      )
      ids.push(id, await post(one, 'More soup'))
      const query = (narrow: object[]) =>
        other.send('GET', '/messages', [
          ...([
            ['anchor', 'newest'],
            ['num_before', '10'],
            ['num_after', '0'],
          ] as [string, string][]),
          ['narrow', JSON.stringify(narrow)],
        ])
      const { messages } = (await query([{ operator: 'search', operand: `"soup of ${database}"` }])) as {
        messages: { id: number }[]
      }
      assert.deepEqual(
        messages.map((message) => message.id),
        [id],
      )
      const { api_key } = await other.send('POST', '/fetch_api_key', [
        ['username', made.owner.email],
        ['password', 'correct horse battery'],
      ])
      assert.equal(api_key, made.owner.api_key)
    }
    // IDs are unique across databases, because each uses its own remainder
    assert.deepEqual(
      ids.map((id) => id % 16),
      [0, 0, 1, 1, 2, 2],
    )
    assert.equal(new Set(accounts).size, 3)
  })

  test("every process finds an organization's files", async () => {
    const { realm_url, owner } = await scene.found('files', 'east')
    const headers = {
      host: new URL(realm_url).host,
      authorization: `Basic ${Buffer.from(`${owner.email}:${owner.api_key}`).toString('base64')}`,
    }
    const form = new FormData()
    form.append('file', new Blob(['secret plans']), 'plans.txt')
    const reply = await request(`${scene.servers[0]?.url}/api/v1/user_uploads`, { method: 'POST', headers, body: form })
    const { url } = (await reply.body.json()) as { url: string }
    const fetched = await request(`${scene.servers[1]?.url}${url}`, { headers })
    assert.deepEqual([fetched.statusCode, await fetched.body.text()], [200, 'secret plans'])
  })

  test('an unknown host, and a root without an organization, get an error', async () => {
    for (const host of ['nobody.localhost', '127.0.0.1'])
      for (const at of [0, 1]) {
        const { status, body } = await scene.through(
          at,
          host,
        )({
          ...{
            method: 'GET',
            path: '/api/v1/users/me',
            headers: { authorization: `Basic ${btoa('ada@team.example:key')}` },
            body: undefined,
          },
        })
        assert.deepEqual([status, (body as { code: string }).code], [404, 'NONEXISTENT_SUBDOMAIN'], host)
      }
  })

  test('a subdomain is unique across databases, and free after a deletion', async () => {
    const first = await scene.found('taken', 'east')
    await scene.client(first, 0).send('GET', '/users/me')
    await scene.client(first, 1).send('GET', '/users/me')
    for (const database of ['home', 'east', 'west']) {
      const { code, err } = await scene.launch(...founding('taken', database)).closed
      assert.equal(code, 1)
      assert.match(err, /The subdomain 'taken' is taken/)
    }
    assert.match(
      (await scene.launch(...founding('x', 'north')).closed).err,
      /unknown database 'north'; choose one of home, east, west/,
    )
    await scene.done('org', 'delete', '--org', 'taken', '--yes')
    for (const database of ['west', 'home']) {
      const made = await scene.found('taken', database)
      for (const at of [0, 1]) {
        // a process learns a moment later that the deleted organization is gone
        const { user_id } = await vi.waitFor(() => scene.client(made, at).send('GET', '/users/me'), {
          timeout: 200_000,
        })
        assert.equal(user_id, made.owner.user_id)
      }
      await scene.done('org', 'delete', '--org', 'taken', '--yes')
    }
  })

  test('commands find an organization in any database', async () => {
    await scene.found('listed', 'east')
    await scene.done('user', 'create', '--org', 'listed', '--name', 'Ben', '--email', 'ben@listed.example')
    await scene.done('org', 'rename', '--org', 'listed', 'Soup kitchen')
    interface Listed {
      subdomain: string
      name: string
      people: number
      database: string
    }
    const listed = (JSON.parse(await scene.done('org', 'list', '--json')) as Listed[]).find(
      ({ subdomain }) => subdomain === 'listed',
    )
    assert.deepEqual([listed?.name, listed?.people, listed?.database], ['Soup kitchen', 2, 'east'])
    const findings = JSON.parse(await scene.done('doctor', '--json')) as { about: string; state: string }[]
    assert.deepEqual(
      findings.filter(({ about }) => about.startsWith('database')).map(({ about, state }) => [about, state]),
      [
        ['database', 'ok'],
        ['database east', 'ok'],
        ['database west', 'ok'],
      ],
    )
  })

  test('an export is imported into another database, with new IDs', async () => {
    const made = await scene.found('origin', 'home')
    const before = await post(scene.client(made, 0), 'Take me along')
    const archive = join(scene.folder, 'origin.tar.gz')
    await scene.done('export', '--full', '--secrets', '--org', 'origin', '--output', archive)
    await scene.done('org', 'import', archive, '--subdomain', 'copied', '--database', 'west')
    const realm_url = made.realm_url.replace('origin', 'copied')
    const copied = scene.client({ ...made, realm_url }, 1)
    const { messages } = (await copied.send('GET', '/messages', [
      ...([
        ['anchor', 'newest'],
        ['num_before', '1'],
        ['num_after', '0'],
      ] as [string, string][]),
    ])) as { messages: { id: number; content: string }[] }
    assert.equal(messages[0]?.content, '<p>Take me along</p>')
    const [moved, next] = [messages[0]?.id as number, await post(copied, 'I am here')]
    assert.ok(moved !== before && next > moved)
    assert.deepEqual([moved % 16, next % 16], [2, 2])
  })

  test('health and metrics cover all databases', async () => {
    const health = await request(`${scene.servers[0]?.url}/health`)
    assert.deepEqual(await health.body.json(), { status: 'ok', processes: 2, databases: { there: 3, of: 3 } })
    const made = await scene.found('counted', 'west')
    await post(scene.client(made, 0), 'Count me')
    const text = await (await request(`${scene.servers[0]?.url}/metrics`)).body.text()
    assert.match(text, /^loquat_databases 3$/m)
    assert.match(text, /^loquat_databases_there 3$/m)
    assert.match(text, /^loquat_messages_sent_total [1-9]/m)
  })

  test("a server doesn't start without a database that has organizations", async () => {
    await scene.found('needed', 'east')
    const { LOQUAT_DATABASES: _, ...alone } = scene.env
    const { code, err } = await scene.processes.launch(['org', 'list'], { env: alone }).closed
    assert.deepEqual([code, /organizations are in 'east'.*, which is not named/.test(err)], [2, true], err)
    const swapped = { ...alone, LOQUAT_DATABASE_URL: scene.databases.url('east') }
    assert.match(
      (await scene.processes.launch(['org', 'list'], { env: swapped }).closed).err,
      /this is the database 'east'/,
    )
  })

  test('each database has backups of its own', async () => {
    const to = join(scene.folder, 'copies')
    const made = (await scene.done('backup', '--to', to, '--no-check', '--json')).trim().split('\n')
    assert.deepEqual(
      made.map((line) => JSON.parse(line).place),
      [to, join(to, 'databases/east'), join(to, 'databases/west')],
    )
  })

  test('only organizations in an unavailable database have to wait', async () => {
    const here = await scene.found('stays', 'home')
    const there = await scene.found('goes', 'west')
    const post503 = async () => {
      const { status } = await scene.through(
        0,
        new URL(there.realm_url).host,
      )({
        ...{ method: 'GET', path: '/api/v1/messages?anchor=newest&num_before=1&num_after=0', body: undefined },
        headers: { authorization: `Basic ${btoa(`${there.owner.email}:${there.owner.api_key}`)}` },
      })
      return status
    }
    assert.equal(await post503(), 200)
    await scene.databases.dropOne('west')
    assert.equal(await post503(), 503)
    await post(scene.client(here, 0), 'We are still here')
    const health = await request(`${scene.servers[0]?.url}/health`)
    assert.equal(health.statusCode, 200)
    assert.deepEqual(((await health.body.json()) as { databases: object }).databases, { there: 2, of: 3 })
  })
})
