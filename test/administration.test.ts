import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { FormData, request } from 'undici'
import { vi } from 'vitest'
import { openEmbedded, openServer } from '#platform/db'
import { afterAll, assert, beforeAll, RealServer, test } from '#test'
import { fetchTransport, LoquatClient } from '../client/index.ts'
import { features } from '../src/app.ts'
import { main } from '../src/command/index.ts'

let server: RealServer
/** Calls as the owner; replaced when the server's address changes. */
let ada: LoquatClient

async function loquat(args: string[], stdin = ''): Promise<{ code: number; out: string; err: string }> {
  let out = ''
  let err = ''
  const terminal = {
    say: (line: string) => {
      out += `${line}\n`
    },
    complain: (line: string) => {
      err += `${line}\n`
    },
    stdin: Readable.from([stdin]),
  }
  const environment = { ...server.environment, LOQUAT_DATA_DIR: server.dataDir }
  const code = await main({ args, environment, features: async () => features, terminal })
  return { code, out, err }
}

async function done(...args: string[]): Promise<string> {
  const { code, out, err } = await loquat(args)
  assert.equal(code, 0, err)
  return out
}

/** With a PostgreSQL server, commands run in their own process, and the server learns of the change a moment later. */
const soon = <T>(work: () => Promise<T>): Promise<T> => vi.waitFor(work, { timeout: 200_000, interval: 100 })

const client = (email: string, apiKey: string, host?: string) =>
  new LoquatClient({ email, apiKey, transport: fetchTransport(host ?? server.url) })
const signIn = async (username: string, password: string) =>
  (await ada.send('POST', '/fetch_api_key', [
    ['username', username],
    ['password', password],
  ])) as { api_key: string }

async function watch(who: LoquatClient, types: string[]) {
  const { queue_id } = await who.send('POST', '/register', [['event_types', JSON.stringify(types)]])
  return async () => {
    const { events } = await who.send('GET', '/events', [['queue_id', queue_id as string]])
    return (events as { type: string; op?: string }[]).filter(({ type }) => type !== 'heartbeat')
  }
}

let owner: { email: string; apiKey: string }

async function start(): Promise<void> {
  await server.start()
  ada = client(owner.email, owner.apiKey)
}

beforeAll(async () => {
  server = await RealServer.prepare({ isHere: true })
  owner = await server.createOrganization()
  await start()
})
afterAll(() => server.dispose())

test('changing roles and reactivating an account notifies clients', async () => {
  await done('user', 'create', '--name', 'Ben', '--email', 'ben@x.example', '--password', 'seven quiet ferries')
  const heard = await watch(ada, ['realm_user'])
  assert.equal(await done('user', 'role', 'ben@x.example', 'moderator'), 'Ben (ben@x.example) is moderator\n')
  assert.deepEqual(
    (await heard())
      .map((event) => (event as unknown as { person: object }).person)
      .map((one) => 'role' in one && one.role),
    [300],
  )
  await done('user', 'deactivate', 'ben@x.example')
  await soon(() => assert.rejects(signIn('ben@x.example', 'seven quiet ferries')))
  assert.equal(await done('user', 'reactivate', 'ben@x.example'), 'Ben (ben@x.example) is active again\n')
  assert.equal(await done('user', 'reactivate', 'ben@x.example'), 'The account is already active\n')
  await soon(() => signIn('ben@x.example', 'seven quiet ferries'))

  await done('user', 'role', 'ben@x.example', 'guest')
  const leap = await loquat(['user', 'role', 'ben@x.example', 'owner'])
  assert.deepEqual([leap.code, leap.out], [1, ''])
  const last = await loquat(['user', 'role', 'ada@society.example', 'member'])
  assert.equal(last.code, 1, 'an organization keeps an owner')
  assert.equal((await loquat(['user', 'role', 'ben@x.example', 'king'])).code, 2)
})

test('setting a password invalidates the old one and the old API key', async () => {
  const made = JSON.parse(
    await done(
      'user',
      'create',
      '--name',
      'Cleo',
      '--email',
      'cleo@x.example',
      '--password',
      'four green kettles',
      '--json',
    ),
  )
  const before = client('cleo@x.example', made.api_key)
  await soon(() => before.send('GET', '/users/me'))
  const changed = await loquat(['user', 'password', 'cleo@x.example', '--password', '-'], 'another word\n')
  assert.deepEqual([changed.code, changed.err], [0, ''])
  await soon(() => assert.rejects(signIn('cleo@x.example', 'four green kettles')))
  await soon(() => assert.rejects(before.send('GET', '/users/me'), { status: 401 }))
  const { api_key } = await signIn('cleo@x.example', 'another word')
  await client('cleo@x.example', api_key).send('GET', '/users/me')
  assert.match(
    await done('user', 'password', 'cleo@x.example'),
    /\nThe password of cleo@x\.example is \S+ \(it won't be/,
  )
  assert.equal((await loquat(['user', 'password', 'cleo@x.example', '--password', 'short'])).code, 2)
})

test('importing people from a file skips duplicates; an invalid file changes nothing', async () => {
  const folder = join(server.dataDir, 'csv')
  await mkdir(folder)
  const file = join(folder, 'people.csv')
  const write = (text: string) => writeFile(file, text)
  const count = async () => JSON.parse(await done('user', 'list', '--json')).length
  const before = await count()

  await write(
    '\uFEFFName,email,Role,password\r\n"Ito, Doro",dora@x.example,,a good password\r\n\r\nÉmile,emile@x.example,Guest,\r\n',
  )
  assert.equal(await done('user', 'import', file, '--dry-run'), '2 would be created, 0 had an account\n')
  assert.equal(await count(), before)
  assert.equal(await done('user', 'import', file), '2 created, 0 had an account\n')
  assert.equal(await done('user', 'import', file), '0 created, 2 had an account\n')
  const users = JSON.parse(await done('user', 'list', '--json')) as { full_name: string; role: string }[]
  assert.deepEqual(
    users.slice(-2).map(({ full_name, role }) => [full_name, role]),
    [
      ['Ito, Doro', 'member'],
      ['Émile', 'guest'],
    ],
  )
  await soon(() => signIn('dora@x.example', 'a good password'))

  await writeFile(file, Buffer.from('email,name\njoerg@x.example,Jörg\n', 'latin1'))
  const latin = await loquat(['user', 'import', file])
  assert.match(latin.err, /people\.csv is not in UTF-8, and was read as Latin-1/)
  assert.equal(latin.out, '1 created, 0 had an account\n')
  const joerg = JSON.parse(await done('user', 'list', '--json')).at(-1)
  assert.equal(joerg.full_name, 'Jörg')

  await write(
    'email,name\nfay@x.example,Fay\nnobody,Nobody\ngus@x.example,\nFAY@x.example,Fay again\nx@x.example,X,1,2,3\n',
  )
  const { code, err } = await loquat(['user', 'import', file])
  assert.equal(code, 2)
  assert.match(
    err,
    /line 3: 'nobody' is not an email address\nline 4: the name is blank\nline 5: .* line 2\nline 6: 5 col/,
  )
  assert.equal(await count(), before + 3)
  for (const [text, problem] of [
    ['', /names the columns/],
    ['email,phone,name\n', /no column 'phone'/],
    [
      'email,name\nx@x.example,X\n\n"fay@x.example,Fay\ngus@x.example,Gus\n',
      /is not valid CSV from line 4 on: a quote/,
    ],
    ['email,name\n"fay@x.example,Fay\n"gus@x.example",Gus\n', /is not valid CSV from line 2 on: Invalid Closing Quote/],
    [`email,name\nfay@x.example,${'x'.repeat(101)}\n`, /line 2: the name is too long/],
  ] as const) {
    await write(text)
    const refused = await loquat(['user', 'import', file])
    assert.deepEqual([refused.code, problem.test(refused.err)], [2, true], refused.err)
  }
  assert.equal((await loquat(['user', 'import', join(folder, 'missing.csv')])).code, 2)

  await write(`email,name\n${Array.from({ length: 40 }, (_, n) => `p${n}@x.example,Person ${n}`).join('\n')}\n`)
  const made = await done('user', 'import', file, '--make-passwords')
  assert.match(made, /^p0@x\.example,(\w{5}-){3}\w{5}\n(.*\n)*40 created, 0 had an account\n$/)
  const [, password = ''] = /^p7@x\.example,(\S+)$/m.exec(made) ?? []
  await signIn('p7@x.example', password)
})

test('listing, renaming, deactivating, and reactivating an organization notifies its clients', async () => {
  const shown = JSON.parse(await done('org', 'list', '--json'))
  assert.deepEqual(Object.keys(shown[0]).sort(), [
    ...['created_at', 'deactivated_at', 'messages', 'name', 'people', 'subdomain', 'upload_bytes', 'url'],
  ])
  let heard = await watch(ada, ['realm'])
  assert.equal(await done('org', 'rename', 'Engines & Co'), 'Engines & Co is its name now\n')
  assert.equal(await done('org', 'rename', 'Engines & Co'), 'Engines & Co is its name already\n')
  assert.deepEqual(
    (await heard()).map(({ op }) => op),
    ['update_dict'],
  )
  assert.equal((await loquat(['org', 'rename', 'x'.repeat(41)])).code, 2)
  assert.match(await done('org', 'list'), /Engines & Co$/m)

  heard = await watch(ada, ['realm'])
  const waiting = heard()
  assert.equal(await done('org', 'deactivate'), 'Engines & Co is deactivated\n')
  assert.deepEqual(
    (await waiting).map(({ type, op }) => [type, op]),
    [['realm', 'deactivated']],
  )
  await assert.rejects(heard(), { status: 401, code: 'REALM_DEACTIVATED' })
  await assert.rejects(signIn('ada@society.example', 'correct horse battery'), { code: 'REALM_DEACTIVATED' })
  assert.match(await done('org', 'list'), /Engines & Co \(deactivated\)/)
  assert.equal(await done('org', 'deactivate'), 'Engines & Co is deactivated already\n')
  assert.equal(await done('org', 'reactivate'), 'Engines & Co is open again\n')
  await soon(() => signIn('ada@society.example', 'correct horse battery'))
  await ada.send('POST', '/register')
})

test('deleting an organization removes its files and rows, and keeps the others', async () => {
  const found = async (name: string) =>
    JSON.parse(
      await done(
        ...['org', 'create', '--subdomain', name, '--name', name, '--owner-name', 'Eve', '--json'],
        ...['--owner-email', `eve@${name}.example`, '--owner-password', 'correct horse battery'],
      ),
    ) as { realm_url: string; owner: { email: string; api_key: string } }
  const { realm_url, owner: eve } = await found('doomed')
  const headers = {
    host: new URL(realm_url).host,
    authorization: `Basic ${Buffer.from(`${eve.email}:${eve.api_key}`).toString('base64')}`,
  }
  const call = async (method: 'POST' | 'GET', path: string, form: Record<string, string> | FormData) => {
    const body = form instanceof FormData ? form : new URLSearchParams(form).toString()
    const type = form instanceof FormData ? {} : { 'content-type': 'application/x-www-form-urlencoded' }
    const reply = await request(`${server.url}/api/v1${path}`, {
      method,
      headers: { ...headers, ...type },
      ...(method === 'GET' ? {} : { body }),
    })
    return (await reply.body.json()) as Record<string, unknown>
  }
  const form = new FormData()
  form.append('file', new Blob(['secret plans']), 'plans.txt')
  const { url } = await call('POST', '/user_uploads', form)
  assert.ok(url)
  const sent = await call('POST', '/messages', {
    ...{ type: 'stream', to: '"general"', topic: 'plans' },
    content: `See [plans](${url}) @**Eve**`,
  })
  assert.equal(sent.result, 'success')
  await call('POST', `/messages/${sent.id}/reactions`, { emoji_name: 'tada' })
  await call('POST', '/drafts', { drafts: JSON.stringify([{ type: 'private', to: [], topic: '', content: 'x' }]) })
  await call('POST', '/register', {})
  const files = async () =>
    (await readdir(join(server.dataDir, 'uploads'), { recursive: true })).filter((one) => /\/[\w-]{24}$/.test(one))
  assert.equal((await files()).length, 1)

  const doubtful = await loquat(['org', 'delete', '--org', 'doomed'], 'no\n')
  assert.deepEqual([doubtful.code, doubtful.out], [2, ''])
  assert.match(doubtful.err, /This deletes doomed .*Type its name:\n/)
  assert.equal((await call('GET', '/users/me', {})).result, 'success')
  const gone = await loquat(['org', 'delete', '--org', 'doomed'], 'doomed\n')
  assert.equal(gone.code, 0, gone.err)
  assert.match(gone.out, /^doomed is deleted: \d+ rows, \d+ files?\n$/)

  assert.deepEqual(await files(), [])
  // a second server process refuses requests, and no longer has it after a restart
  const { code } = await call('GET', '/users/me', {})
  assert.ok(
    code === 'NONEXISTENT_SUBDOMAIN' || (server.environment.LOQUAT_DATABASE_URL && code === 'REALM_DEACTIVATED'),
  )
  await ada.send('GET', '/users/me')
  await found('doomed')
  await done('org', 'delete', '--org', 'doomed', '--yes')
  assert.equal((await loquat(['org', 'delete', '--org', 'doomed', '--yes'])).code, 1)

  await server.end('SIGTERM')
  const database = server.environment.LOQUAT_DATABASE_URL
  const driver = database
    ? await openServer(database, { connections: 1 })
    : await openEmbedded({ dataDir: join(server.dataDir, 'database') })
  try {
    const connection = await driver.connect()
    const { rows: tables } = await connection.query(
      "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'org_id'",
      [],
    )
    assert.ok(tables.length > 40)
    for (const { name } of tables) {
      const { rows } = await connection.query(
        `select 1 from ${name} where org_id not in (select id from organization) limit 1`,
        [],
      )
      assert.deepEqual(rows, [], `${name}`)
    }
    connection.release()
  } finally {
    await driver.close()
  }
  // without a server, commands open the database themselves
  assert.equal(await done('org', 'rename', 'Night shift'), 'Night shift is its name now\n')
  await start()
})
