import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FormData, request } from 'undici'
import { vi } from 'vitest'
import { afterAll, assert, beforeAll, describe, test } from '#test'
import { LoquatClient, type Transport } from '../client/index.ts'
import { CommandProcesses } from './harness/command-processes.ts'
import { copyTemplate } from './harness/server.ts'
import { post } from './moves/people.ts'

const databaseUrl = process.env.LOQUAT_TEST_DATABASE_URL

interface Made {
  realm_url: string
  database: string
  owner: { user_id: number; email: string; api_key: string }
}

describe.skipIf(!databaseUrl)('organizations in several databases', () => {
  let folder: string
  let processes: CommandProcesses
  const databases: Awaited<ReturnType<typeof copyTemplate>>[] = []
  let env: Record<string, string>
  /** Of two processes. */
  let servers: Awaited<ReturnType<CommandProcesses['serve']>>[]

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'loquat-test-'))
    processes = new CommandProcesses(folder)
    for (let each = 0; each < 3; each++) databases.push(await copyTemplate(databaseUrl as string))
    const [home, east, west] = databases.map(({ url }) => url)
    env = {
      LOQUAT_DATABASE_URL: home as string,
      LOQUAT_DATABASES: `east=${east},west=${west}`,
      LOQUAT_DATA_DIR: join(folder, 'shared'),
    }
    const dataDir = join(folder, 'shared')
    servers = await Promise.all([dataDir, dataDir].map((shared) => processes.serve(shared, env)))
  })
  afterAll(async () => {
    processes?.end()
    for (const one of databases) await one.drop()
    await rm(folder, { recursive: true, force: true })
  })

  const loquat = (...args: string[]) => processes.launch(args, { env }).closed
  async function done(...args: string[]): Promise<string> {
    const { code, out, err } = await loquat(...args)
    assert.equal(code, 0, err)
    return out
  }
  const founding = (subdomain: string, ...more: string[]) => [
    ...['org', 'create', '--subdomain', subdomain, '--name', subdomain, '--owner-name', 'Ada', '--json', ...more],
    ...['--owner-email', `ada@${subdomain}.example`, '--owner-password', 'correct horse battery'],
  ]
  const found = async (subdomain: string, database: string) =>
    JSON.parse(await done(...founding(subdomain, '--database', database))) as Made

  /** A program in the organization that talks to one of the processes. */
  const client = ({ realm_url, owner }: Pick<Made, 'realm_url' | 'owner'>, at: number) =>
    new LoquatClient({ email: owner.email, apiKey: owner.api_key, transport: through(at, new URL(realm_url).host) })
  const through =
    (at: number, host: string): Transport =>
    async ({ method, path, headers, body }) => {
      const reply = await request(`${servers[at]?.url}${path}`, {
        method: method as 'GET',
        headers: { ...headers, host },
        ...(body === undefined ? {} : { body }),
      })
      return { status: reply.statusCode, body: await reply.body.json() }
    }

  test('any process serves any of them, and tells the other what is new', async () => {
    const ids: number[] = []
    const accounts: number[] = []
    for (const database of ['home', 'east', 'west']) {
      const made = await found(`any-${database}`, database)
      assert.equal(made.database, database)
      accounts.push(made.owner.user_id)
      const [one, other] = [client(made, 0), client(made, 1)]
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
    // ids of all of them are different, because of each database's own rest
    assert.deepEqual(
      ids.map((id) => id % 16),
      [0, 0, 1, 1, 2, 2],
    )
    assert.equal(new Set(accounts).size, 3)
  })

  test('files of an organization are found by every process', async () => {
    const { realm_url, owner } = await found('files', 'east')
    const headers = {
      host: new URL(realm_url).host,
      authorization: `Basic ${Buffer.from(`${owner.email}:${owner.api_key}`).toString('base64')}`,
    }
    const form = new FormData()
    form.append('file', new Blob(['secret plans']), 'plans.txt')
    const reply = await request(`${servers[0]?.url}/api/v1/user_uploads`, { method: 'POST', headers, body: form })
    const { url } = (await reply.body.json()) as { url: string }
    const fetched = await request(`${servers[1]?.url}${url}`, { headers })
    assert.deepEqual([fetched.statusCode, await fetched.body.text()], [200, 'secret plans'])
  })

  test('a host that is nobody’s, and the root without an organization, are told so', async () => {
    for (const host of ['nobody.localhost', '127.0.0.1'])
      for (const at of [0, 1]) {
        const { status, body } = await through(
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

  test('one subdomain is had in one database, and is free again after a deletion', async () => {
    const first = await found('taken', 'east')
    await client(first, 0).send('GET', '/users/me')
    await client(first, 1).send('GET', '/users/me')
    for (const database of ['home', 'east', 'west']) {
      const { code, err } = await loquat(...founding('taken', '--database', database))
      assert.equal(code, 1)
      assert.match(err, /The subdomain 'taken' is taken/)
    }
    assert.match(
      (await loquat(...founding('x', '--database', 'north'))).err,
      /there is no database 'north', only home, east, west/,
    )
    await done('org', 'delete', '--org', 'taken', '--yes')
    for (const database of ['west', 'home']) {
      const made = await found('taken', database)
      for (const at of [0, 1]) {
        // a process hears a moment later that the one before is gone
        const { user_id } = await vi.waitFor(() => client(made, at).send('GET', '/users/me'), { timeout: 200_000 })
        assert.equal(user_id, made.owner.user_id)
      }
      await done('org', 'delete', '--org', 'taken', '--yes')
    }
  })

  test('commands find an organization wherever it is', async () => {
    await found('listed', 'east')
    await done('user', 'create', '--org', 'listed', '--name', 'Ben', '--email', 'ben@listed.example')
    await done('org', 'rename', '--org', 'listed', 'Soup kitchen')
    interface Listed {
      subdomain: string
      name: string
      people: number
      database: string
    }
    const listed = (JSON.parse(await done('org', 'list', '--json')) as Listed[]).find(
      ({ subdomain }) => subdomain === 'listed',
    )
    assert.deepEqual([listed?.name, listed?.people, listed?.database], ['Soup kitchen', 2, 'east'])
    const findings = JSON.parse(await done('doctor', '--json')) as { about: string; state: string }[]
    assert.deepEqual(
      findings.filter(({ about }) => about.startsWith('database')).map(({ about, state }) => [about, state]),
      [
        ['database', 'ok'],
        ['database east', 'ok'],
        ['database west', 'ok'],
      ],
    )
  })

  test('an export is imported into another database, with ids that nobody has', async () => {
    const made = await found('origin', 'home')
    const before = await post(client(made, 0), 'Take me along')
    await done('export', '--full', '--secrets', '--org', 'origin', '--output', join(folder, 'origin.tar.gz'))
    await done('org', 'import', join(folder, 'origin.tar.gz'), '--subdomain', 'copied', '--database', 'west')
    const realm_url = made.realm_url.replace('origin', 'copied')
    const copied = client({ ...made, realm_url }, 1)
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

  test('health and figures are of all databases', async () => {
    const health = await request(`${servers[0]?.url}/health`)
    assert.deepEqual(await health.body.json(), { status: 'ok', processes: 2, databases: { there: 3, of: 3 } })
    const made = await found('counted', 'west')
    await post(client(made, 0), 'Count me')
    const text = await (await request(`${servers[0]?.url}/metrics`)).body.text()
    assert.match(text, /^loquat_databases 3$/m)
    assert.match(text, /^loquat_databases_there 3$/m)
    assert.match(text, /^loquat_messages_sent_total [1-9]/m)
  })

  test('a server does not start without a database that has organizations', async () => {
    await found('needed', 'east')
    const { LOQUAT_DATABASES: _, ...alone } = env
    const { code, err } = await processes.launch(['org', 'list'], { env: alone }).closed
    assert.deepEqual([code, /organizations are in 'east'.*, which is not named/.test(err)], [2, true], err)
    const swapped = { ...alone, LOQUAT_DATABASE_URL: databases[1]?.url as string }
    assert.match((await processes.launch(['org', 'list'], { env: swapped }).closed).err, /this is the database 'east'/)
  })

  test('each database has backups of its own', async () => {
    const to = join(folder, 'copies')
    const made = (await done('backup', '--to', to, '--no-check', '--json')).trim().split('\n')
    assert.deepEqual(
      made.map((line) => JSON.parse(line).place),
      [to, join(to, 'databases/east'), join(to, 'databases/west')],
    )
  })

  test('organizations of a database that goes away wait for it alone', async () => {
    const here = await found('stays', 'home')
    const there = await found('goes', 'west')
    const post503 = async () => {
      const { status } = await through(
        0,
        new URL(there.realm_url).host,
      )({
        ...{ method: 'GET', path: '/api/v1/messages?anchor=newest&num_before=1&num_after=0', body: undefined },
        headers: { authorization: `Basic ${btoa(`${there.owner.email}:${there.owner.api_key}`)}` },
      })
      return status
    }
    assert.equal(await post503(), 200)
    await databases[2]?.drop()
    databases.splice(2, 1)
    assert.equal(await post503(), 503)
    await post(client(here, 0), 'We are still here')
    const health = await request(`${servers[0]?.url}/health`)
    assert.equal(health.statusCode, 200)
    assert.deepEqual(((await health.body.json()) as { databases: object }).databases, { there: 2, of: 3 })
  })
})
