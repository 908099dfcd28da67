import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { FormData, request } from 'undici'
import { vi } from 'vitest'
import { openServer, unhurried } from '#platform/db'
import { afterAll, assert, beforeAll, describe, test } from '#test'
import { LoquatClient, type Transport } from '../client/index.ts'
import { Session } from '../client/session.ts'
import { CommandProcesses } from './harness/command-processes.ts'
import { copyTemplate } from './harness/server.ts'

const databaseUrl = process.env.LOQUAT_TEST_DATABASE_URL

interface Made {
  realm_url: string
  owner: { user_id: number; email: string; api_key: string }
}
/** Each test starts several programs. */
const patience = 400_000

type Row = Record<string, unknown>
type Params = [string, string][]

describe.skipIf(!databaseUrl)('an organization that moves between databases', () => {
  let folder: string
  let processes: CommandProcesses
  const places = new Map<string, Awaited<ReturnType<typeof copyTemplate>>>()
  let env: Record<string, string>
  let servers: Awaited<ReturnType<CommandProcesses['serve']>>[]

  const serve = () => processes.serve(join(folder, 'shared'), env)
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'loquat-test-'))
    processes = new CommandProcesses(folder)
    for (const name of ['home', 'east', 'west']) places.set(name, await copyTemplate(databaseUrl as string))
    const url = (name: string) => places.get(name)?.url as string
    env = {
      LOQUAT_DATABASE_URL: url('home'),
      LOQUAT_DATABASES: `east=${url('east')},west=${url('west')}`,
      LOQUAT_DATA_DIR: join(folder, 'shared'),
    }
    servers = await Promise.all([serve(), serve()])
  })
  afterAll(async () => {
    processes?.end()
    for (const one of places.values()) await one.drop()
    await rm(folder, { recursive: true, force: true })
  })

  const loquat = (...args: string[]) => processes.launch(args, { env }).closed
  async function done(...args: string[]): Promise<string> {
    const { code, out, err } = await loquat(...args)
    assert.equal(code, 0, err)
    return out
  }
  const found = async (subdomain: string, database = 'home') =>
    JSON.parse(
      await done(
        ...['org', 'create', '--subdomain', subdomain, '--name', subdomain, '--owner-name', 'Ada', '--json'],
        ...['--owner-email', `ada@${subdomain}.example`, '--owner-password', 'correct horse battery'],
        ...['--database', database],
      ),
    ) as Made
  const query = async (place: string, sql: string, params: unknown[] = []): Promise<Row[]> => {
    const driver = await openServer(places.get(place)?.url as string, { connections: 1 })
    try {
      const connection = await driver.connect()
      const { rows } = await connection.query(sql, params)
      connection.release()
      return rows
    } finally {
      await driver.close()
    }
  }
  /** How many rows of an organization a database has, in each table that has any. */
  async function rowsIn(place: string, id: number): Promise<Record<string, number>> {
    const names = await query(
      place,
      `select table_name as name from information_schema.columns
       where table_schema = 'public' and column_name = 'org_id' order by 1`,
    )
    const counts = names.map(
      ({ name }) => `select '${name}' as name, count(*)::int as rows from ${name} where org_id = ${id}`,
    )
    const rows = await query(place, counts.join(' union all '))
    return Object.fromEntries(rows.filter((row) => row.rows !== 0).map((row) => [row.name, row.rows as number]))
  }
  const idOf = async (place: string, subdomain: string) =>
    (await query(place, 'select id from organization where subdomain = $1', [subdomain]))[0]?.id as number
  const isIn = async (subdomain: string) =>
    (JSON.parse(await done('org', 'list', '--json')) as { subdomain: string; database: string }[])
      .filter((one) => one.subdomain === subdomain)
      .map(({ database }) => database)

  /** Through one of the processes; whoever is told to come again does, as apps do. */
  const through =
    (at: number, host: string): Transport =>
    async ({ method, path, headers, body }) => {
      for (;;) {
        try {
          const reply = await request(`${servers[at]?.url}${path}`, {
            method: method as 'GET',
            headers: { ...headers, host },
            headersTimeout: 0,
            ...(body === undefined ? {} : { body }),
          })
          const answer = { status: reply.statusCode, body: await reply.body.json() }
          if (answer.status !== 503) return answer
        } catch (error) {
          // a process that is killed
          if (!['ECONNREFUSED', 'ECONNRESET', 'UND_ERR_SOCKET'].includes((error as { code?: string }).code ?? ''))
            throw error
        }
        await sleep(100)
      }
    }
  const clientOf = ({ realm_url, owner }: Made, at: number) =>
    new LoquatClient({ email: owner.email, apiKey: owner.api_key, transport: through(at, new URL(realm_url).host) })
  const post = async (from: LoquatClient, content: string) =>
    (
      await from.send('POST', '/messages', [
        ['type', 'stream'],
        ['to', '"general"'],
        ['topic', 'soup'],
        ['content', content],
      ])
    ).id as number
  const newest = async (from: LoquatClient, count = 5_000) =>
    (
      await from.send('GET', '/messages', [
        ['anchor', 'newest'],
        ['num_before', String(count)],
        ['num_after', '0'],
        ['apply_markdown', 'false'],
      ] as Params)
    ).messages as { id: number; content: string; reactions: object[] }[]

  /** Somebody who follows a queue all the time. */
  async function follow(made: Made, at: number) {
    const client = clientOf(made, at)
    const parameters = { apply_markdown: true, slim_presence: true, include_subscribers: true }
    const session = await Session.open({ client, parameters, userId: made.owner.user_id as never })
    const { queueId } = session
    const heard: { id: number; type: string; message?: { id: number } }[] = []
    let isOver = false
    const polling = (async () => {
      while (!isOver) heard.push(...((await session.poll({ wait: true })).events as unknown as typeof heard))
    })()
    return {
      heard,
      messages: () => heard.flatMap(({ message }) => message?.id ?? []),
      /** Ends after an event that somebody else causes. */
      async end() {
        isOver = true
        await post(clientOf(made, 0), 'The end')
        await polling
        for (;;) {
          const { events } = await session.poll({ wait: false })
          if (events.length === 0) break
          heard.push(...(events as unknown as typeof heard))
        }
        assert.equal(session.queueId, queueId, 'the queue has changed')
        const ids = heard.map(({ id }) => id)
        assert.deepEqual(
          ids,
          [...new Set(ids)].sort((a, b) => a - b),
          'events are not in order',
        )
        const fresh = await Session.open({ client, parameters, userId: made.owner.user_id as never })
        const plain = (told: object) => {
          const { queue_id: _a, last_event_id: _b, server_timestamp: _c, ...rest } = told as Row
          return rest
        }
        assert.deepEqual(plain(session.told), plain(fresh.told))
        await fresh.close()
        await session.close()
      },
    }
  }

  /** People who send, react, edit and upload without a pause until they are told to end. */
  function work(made: Made) {
    const sent = new Map<number, string>()
    const files: string[] = []
    let isOver = false
    const send = async (at: number, name: string) => {
      const client = clientOf(made, at)
      for (let each = 0; !isOver; each++) {
        const text = `${name} ${each}`
        const id = await post(client, text)
        assert.ok(!sent.has(id))
        sent.set(id, text)
        // others have the processor too
        await sleep(20)
        if (each % 3 === 0)
          await client.send('POST', `/messages/${id}/reactions`, [
            ['emoji_name', 'tada'],
            ['emoji_code', '1f389'],
            ['reaction_type', 'unicode_emoji'],
          ])
        if (each % 4 === 0) {
          await client.send('PATCH', `/messages/${id}`, [['content', `${text} edited`]])
          sent.set(id, `${text} edited`)
        }
        if (each % 5 === 0)
          await client.send('POST', '/messages/flags', [
            ['messages', `[${id}]`],
            ['op', 'add'],
            ['flag', 'starred'],
          ])
      }
    }
    const upload = async (at: number) => {
      for (let each = 0; !isOver; each++) {
        const form = new FormData()
        form.append('file', new Blob([`plan ${each}`]), `plan${each}.txt`)
        const reply = await request(`${servers[at]?.url}/api/v1/user_uploads`, {
          method: 'POST',
          headers: headersOf(made),
          body: form,
        }).catch(() => undefined)
        const body = (await reply?.body.json()) as { url?: string } | undefined
        if (body?.url) files.push(body.url)
        await sleep(100)
      }
    }
    const all = Promise.all([send(0, 'one'), send(1, 'other'), upload(0), upload(1)])
    all.catch(() => {})
    return {
      sent,
      files,
      /** So many more messages than there are now. */
      more: async (count: number) => {
        const goal = sent.size + count
        await vi.waitFor(() => assert.ok(sent.size >= goal), { timeout: 60_000 })
      },
      async end() {
        isOver = true
        await all
      },
    }
  }
  const headersOf = ({ realm_url, owner }: Made) => ({
    host: new URL(realm_url).host,
    authorization: `Basic ${Buffer.from(`${owner.email}:${owner.api_key}`).toString('base64')}`,
  })

  async function isWhole(made: Made, { sent, files }: ReturnType<typeof work>) {
    for (const at of [0, 1]) {
      const client = clientOf(made, at)
      const there = new Map((await newest(client)).map(({ id, content }) => [id, content]))
      for (const [id, text] of sent) assert.equal(there.get(id), text)
      const texts = [...there.values()].filter((text) => /^(?:one|other) /.test(text))
      assert.equal(new Set(texts).size, texts.length, 'a message is there twice')
    }
    const reply = await request(`${servers[1]?.url}${files.at(-1)}`, { headers: headersOf(made) })
    assert.equal(reply.statusCode, 200)
  }

  /** A move from east to home that is decided; what is in east is held, so that its end waits for `releaseEast`. */
  async function decided(subdomain: string, id: number) {
    const releaseHome = await holding(
      'home',
      `select 1 from organization_place where subdomain = '${subdomain}' for update`,
    )
    const mover = processes.launch(['org', 'move', subdomain, '--to', 'home'], { env })
    await phaseIs('east', id, 'held')
    const releaseEast = await holding('east', 'select * from moving_organization for update')
    await releaseHome()
    await eventually(async () => {
      const [row] = await query('home', 'select decided_at from organization_move where org_id = $1', [id])
      assert.ok(row?.decided_at)
    })
    return { mover, releaseEast }
  }

  test(
    'people work there and back, and nothing is lost, doubled or out of order',
    async () => {
      const made = await found('acme')
      const neighbour = await found('beside')
      const besideId = await idOf('home', 'beside')
      const id = await idOf('home', 'acme')
      const followers = [await follow(made, 0), await follow(made, 1)]
      const other = await follow(neighbour, 0)
      const people = work(made)
      const neighbours = work(neighbour)
      await people.more(30)
      for (const to of ['east', 'west', 'home']) {
        const { moved } = JSON.parse((await done('org', 'move', 'acme', '--to', to, '--json')).trim()) as {
          moved: { pausedMs: number }
        }
        assert.ok(moved.pausedMs > 0)
        assert.deepEqual(await isIn('acme'), [to])
        await people.more(30)
      }
      await people.end()
      await neighbours.end()
      await isWhole(made, people)
      await isWhole(neighbour, neighbours)
      for (const one of [...followers, other]) await one.end()
      for (const { messages } of followers) {
        const heard = messages()
        for (const one of people.sent.keys()) assert.equal(heard.filter((each) => each === one).length, 1)
      }
      assert.deepEqual(await rowsIn('east', id), {})
      assert.deepEqual(await rowsIn('west', id), {})
      assert.ok(((await rowsIn('home', besideId)).message ?? 0) >= neighbours.sent.size)
      const triggers = await query('home', `select tgname from pg_trigger where tgname like 'move!_%' escape '!'`)
      assert.deepEqual(triggers, [])
    },
    patience,
  )

  /** Holds a lock, so that whoever moves an organization stands still there. */
  async function holding(place: string, sql: string) {
    const driver = await openServer(places.get(place)?.url as string, { connections: 1 })
    const connection = await driver.connect(unhurried)
    await connection.query('begin', [])
    await connection.query(sql, [])
    return async () => {
      await connection.query('rollback', [])
      connection.release()
      await driver.close()
    }
  }
  const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 100_000, interval: 200 })
  const phaseIs = (place: string, id: number, phase: string) =>
    eventually(async () => {
      const [row] = await query(place, 'select phase from moving_organization where org_id = $1', [id])
      assert.equal(row?.phase, phase)
    })
  const isSettled = () =>
    eventually(async () => {
      assert.deepEqual(await query('home', 'select * from organization_move'), [])
      for (const place of places.keys()) {
        assert.deepEqual(await query(place, 'select * from moving_organization'), [])
        assert.deepEqual(await query(place, `select 1 from pg_trigger where tgname like 'move!_%' escape '!'`), [])
      }
    })

  test(
    'a move that is killed while it copies has changed nothing',
    async () => {
      const made = await found('copied')
      const id = await idOf('home', 'copied')
      const first = await post(clientOf(made, 0), 'Before')
      const release = await holding('east', 'lock table message in share mode')
      const mover = processes.launch(['org', 'move', 'copied', '--to', 'east'], { env })
      await phaseIs('home', id, 'leaving')
      await eventually(async () => assert.ok((await rowsIn('east', id)).event_log))
      const second = await post(clientOf(made, 1), 'Meanwhile')
      const again = await loquat('org', 'move', 'copied', '--to', 'west')
      assert.match(again.err, /is being moved already/)
      assert.match(await done('doctor'), /organizations move: copied from home to east/)
      mover.child.kill('SIGKILL')
      await release()
      await isSettled()
      assert.deepEqual(await rowsIn('east', id), {})
      assert.deepEqual(await isIn('copied'), ['home'])
      const third = await post(clientOf(made, 0), 'After')
      const ids = (await newest(clientOf(made, 1))).map((message) => message.id)
      assert.deepEqual(ids.slice(-3), [first, second, third])
    },
    patience,
  )

  test(
    'a move that is killed before the switch leaves the old place in force',
    async () => {
      const made = await found('held', 'east')
      const id = await idOf('east', 'held')
      const first = await post(clientOf(made, 0), 'Before')
      const release = await holding('home', "select 1 from organization_place where subdomain = 'held' for update")
      const mover = processes.launch(['org', 'move', 'held', '--to', 'home'], { env })
      await phaseIs('east', id, 'held')
      // nobody may write now, and who tries is told to come again
      const waiting = post(clientOf(made, 1), 'Meanwhile')
      mover.child.kill('SIGKILL')
      const second = await waiting
      await release()
      await isSettled()
      assert.deepEqual(await isIn('held'), ['east'])
      assert.deepEqual(await rowsIn('home', id), {})
      const ids = (await newest(clientOf(made, 0))).map((message) => message.id)
      assert.deepEqual(ids.slice(-2), [first, second])
    },
    patience,
  )

  test(
    'a move that is killed after the switch is ended by the servers',
    async () => {
      const made = await found('switched', 'east')
      const id = await idOf('east', 'switched')
      const first = await post(clientOf(made, 0), 'Before')
      const { mover, releaseEast } = await decided('switched', id)
      mover.child.kill('SIGKILL')
      await releaseEast()
      const second = await post(clientOf(made, 1), 'After')
      await isSettled()
      assert.deepEqual(await isIn('switched'), ['home'])
      assert.deepEqual(await rowsIn('east', id), {})
      const ids = (await newest(clientOf(made, 0))).map((message) => message.id)
      assert.deepEqual(ids.slice(-2), [first, second])
      // ids go on increasing, and are of the new database
      assert.deepEqual([first % 16, second % 16, second > first], [1, 0, true])
    },
    patience,
  )

  test(
    'a process that has heard of no move answers nothing from the old place',
    async () => {
      const made = await found('unheard')
      const asked = () => clientOf(made, 1).send('GET', '/users/me', [])
      assert.equal((await asked()).full_name, 'Ada')
      const pid = servers[1]?.pid as number
      process.kill(pid, 'SIGSTOP')
      try {
        await done('org', 'move', 'unheard', '--to', 'east')
        await clientOf(made, 0).send('PATCH', '/settings', [['full_name', 'Ada of the east']])
        // it waits at the door, and is the first thing that the process does
        const answer = asked()
        process.kill(pid, 'SIGCONT')
        assert.equal((await answer).full_name, 'Ada of the east')
      } finally {
        process.kill(pid, 'SIGCONT')
      }
    },
    patience,
  )

  test(
    'what is decided holds at once, before any process is told',
    async () => {
      const made = await found('untold', 'east')
      const id = await idOf('east', 'untold')
      assert.equal((await clientOf(made, 1).send('GET', '/users/me', [])).full_name, 'Ada')
      const { mover, releaseEast } = await decided('untold', id)
      await clientOf(made, 0).send('PATCH', '/settings', [['full_name', 'Ada at home']])
      assert.equal((await clientOf(made, 1).send('GET', '/users/me', [])).full_name, 'Ada at home')
      const metrics = async () => await (await request(`${servers[0]?.url}/metrics`)).body.text()
      await eventually(async () => assert.match(await metrics(), /^loquat_moves{state="removing"} 1$/m))
      const rows = /^loquat_move_rows_copied (\d+)$/m.exec(await metrics())?.[1]
      assert.ok(Number(rows) > 0)
      assert.match(await metrics(), new RegExp(`^loquat_move_rows ${rows}$`, 'm'))
      await releaseEast()
      assert.equal((await mover.closed).code, 0)
      await eventually(async () => assert.match(await metrics(), /^loquat_moves{state="removing"} 0$/m))
      assert.match(await metrics(), /^loquat_moves_total [1-9]/m)
      assert.match(await metrics(), /^loquat_move_pause_seconds (?!0$)/m)
    },
    patience,
  )

  test(
    'a process that is killed during the pause changes nothing about the move',
    async () => {
      const made = await found('paused')
      const id = await idOf('home', 'paused')
      const first = await post(clientOf(made, 0), 'Before')
      const release = await holding('home', "insert into organization_place values ('paused', 'west')")
      const mover = processes.launch(['org', 'move', 'paused', '--to', 'west'], { env })
      await phaseIs('home', id, 'held')
      const waiting = post(clientOf(made, 1), 'Meanwhile')
      await servers[0]?.stop('SIGKILL')
      await release()
      assert.equal((await mover.closed).code, 0)
      const second = await waiting
      servers[0] = await serve()
      const ids = (await newest(clientOf(made, 0))).map((message) => message.id)
      assert.deepEqual(ids.slice(-2), [first, second])
      assert.deepEqual(await isIn('paused'), ['west'])
    },
    patience,
  )

  test(
    'what cannot be moved is refused in one line, and a trial changes nothing',
    async () => {
      await found('refused')
      const id = await idOf('home', 'refused')
      const says = async (...args: string[]) => {
        const { code, err } = await loquat('org', 'move', ...args)
        assert.equal(code, 1)
        return err.trim()
      }
      assert.match(await says('refused', '--to', 'north'), /there is no database 'north', only home, east, west$/)
      assert.match(await says('refused', '--to', 'home'), /it is in 'home' already$/)
      assert.match(await says('nobody', '--to', 'east'), /there is no organization with the subdomain 'nobody'$/)
      await query('east', `insert into organization (subdomain, name) values ('refused', 'Another one')`)
      assert.match(await says('refused', '--to', 'east'), /an organization in 'east' has its subdomain$/)
      const trial = JSON.parse(await done('org', 'move', 'refused', '--to', 'west', '--dry-run', '--json'))
      assert.equal(trial.moved, undefined)
      assert.ok(trial.tables.find(({ name }: { name: string }) => name === 'account').rows > 0)
      assert.deepEqual(await rowsIn('west', id), {})
      const { LOQUAT_DATABASES: _, ...alone } = env
      const one = await processes.launch(['org', 'move', 'refused', '--to', 'east'], {
        env: { ...alone, LOQUAT_DATABASE_URL: '', LOQUAT_DATA_DIR: join(folder, 'embedded') },
      }).closed
      assert.match(one.err, /there is one database only/)
    },
    patience,
  )
})
