import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'vitest'
import { assert, foundSociety, RealServer, runHere } from '#test'
import { fetchTransport, LoquatClient } from '../client/index.ts'
import { smallExport, writeExport } from '../src/features/data/imports/sources/zulip/fixture.ts'
import { CommandProcesses } from './harness/command-processes.ts'

async function withArchive(work: (server: RealServer, file: string) => Promise<void>): Promise<void> {
  const server = await RealServer.prepare()
  const { file, dispose } = await writeExport(smallExport())
  try {
    await work(server, file)
  } finally {
    await server.dispose()
    await dispose()
  }
}

const run = ({ dataDir, environment }: RealServer, ...args: string[]) =>
  runHere([...args, '--data-dir', dataDir], { environment })

test('an archive becomes an organization; a dry run writes the report alone', () =>
  withArchive(async (server, file) => {
    const dry = await run(server, 'import', 'zulip', file, '--dry-run', '--json')
    assert.equal(dry.code, 0, dry.err)
    const told = JSON.parse(dry.out)
    assert.deepEqual([told.counts['messages in channels'], told.counts['direct messages'], told.written], [6, 3, 0])
    assert.equal(told.report, `${file}.report.txt`)
    assert.match(await readFile(told.report, 'utf8'), /^What would become of .*\n\nIn the archive:\n/)
    assert.deepEqual(JSON.parse((await run(server, 'org', 'list', '--json')).out), [])
    const made = await run(
      server,
      ...['import', 'zulip', file, '--into', 'new', '--name', 'Society', '--owner-name', 'Ada'],
      ...['--owner-email', 'ada@old.example', '--report', join(dirname(file), 'other.txt')],
    )
    assert.equal(made.code, 0, made.err)
    assert.match(made.out, /9 messages were imported\. The organization is at http/)
    assert.match(made.out, /The password of ada@old\.example is \S+ /)
    const users = JSON.parse((await run(server, 'user', 'list', '--json')).out) as { full_name: string }[]
    // the owner is who was there with the address
    assert.equal(users.filter(({ full_name }) => full_name === 'Ada').length, 1)
    const again = await run(server, 'import', 'zulip', file, '--into', '', '--json')
    assert.deepEqual([again.code, JSON.parse(again.out).written], [0, 0], again.err)
  }))

const passwordIn = (text: string) =>
  [...text.matchAll(/The password of ada@old\.example is (\S+) /g)].map(([, one]) => one)

test('an interrupted import prints the password it has set, and no other one later', () =>
  withArchive(async (server, file) => {
    const processes = new CommandProcesses(server.dataDir)
    const into = [...['--into', 'new', '--name', 'Society', '--owner-name', 'Ada'], '--owner-email', 'ada@old.example']
    const args = ['import', 'zulip', file, ...into, '--data-dir', server.dataDir]
    const { LOQUAT_DATABASE_URL: url } = server.environment
    const { child, ended, closed } = processes.launch(args, { env: url ? { LOQUAT_DATABASE_URL: url } : {} })
    await new Promise<void>((resolve) => {
      child.stdout.on('data', () => passwordIn(ended.out).length > 0 && resolve())
      void closed.then(() => resolve())
    })
    child.kill('SIGKILL')
    await closed
    const [password, ...more] = passwordIn(ended.out)
    assert.ok(password && more.length === 0, ended.out + ended.err)
    const again = await run(server, ...args.slice(0, -2))
    assert.equal(again.code, 0, again.err)
    assert.deepEqual(passwordIn(again.out), [])
    assert.match(again.out, /ada@old\.example already existed, and its password is unchanged/)
    await server.start()
    const form = new URLSearchParams({ username: 'ada@old.example', password: password as string })
    const answer = await fetch(`${server.url}/api/v1/fetch_api_key`, { method: 'POST', body: form })
    assert.equal(answer.status, 200)
  }))

test('imported people are listed as not yet joined and invited in bulk', () =>
  withArchive(async (server, file) => {
    await run(server, ...foundSociety)
    assert.equal((await run(server, 'import', 'zulip', file, '--into', '')).code, 0)
    const listed = (await run(server, 'user', 'list')).out.split('\n')
    assert.match(listed.find((line) => line.includes('gus@old.example')) ?? '', /guest \(imported, not yet joined\)/)
    assert.match(listed.find((line) => line.includes('cleo@old.example')) ?? '', /\(deactivated\)/)
    const refused = await run(server, 'user', 'invite')
    assert.deepEqual([refused.code, refused.err.includes('--imported is missing')], [2, true])
    const invited = await run(server, 'user', 'invite', '--imported')
    assert.equal(invited.code, 0, invited.err)
    assert.match(invited.out, /^[23] people were invited\n$/)
    const again = JSON.parse((await run(server, 'user', 'invite', '--imported', '--json')).out)
    assert.deepEqual([again.invited, again.remaining], [0, 0])
    const unknown = await run(server, 'user', 'invite', '--imported', '--from', 'gus@old.example')
    assert.deepEqual([unknown.code, unknown.err.includes('is not an administrator')], [1, true])
  }))

test('a running server takes an archive in, and its clients begin anew', () =>
  withArchive(async (server, file) => {
    const { email, apiKey } = await server.createOrganization()
    await server.start()
    const ada = new LoquatClient({ email, apiKey, transport: fetchTransport(server.url) })
    const { queue_id, last_event_id } = await ada.send('POST', '/register', [['event_types', '["message"]']])
    const taken = await run(server, 'import', 'zulip', file, '--into', '')
    assert.equal(taken.code, 0, taken.err)
    assert.deepEqual(taken.err.trim().split('\n'), ['unpacking', 'people and channels', 'messages', 'finishing'])
    const poll = ada.send('GET', '/events', [
      ['queue_id', String(queue_id)],
      ['last_event_id', String(last_event_id)],
    ])
    await assert.rejects(poll, { code: 'BAD_EVENT_QUEUE_ID' })
    const { streams } = (await ada.send('GET', '/streams')) as { streams: { name: string }[] }
    assert.ok(streams.some(({ name }) => name === 'general 2'))
  }))

test('what cannot be taken in is refused in a line', () =>
  withArchive(async (server, file) => {
    await run(server, ...foundSociety)
    const broken = join(dirname(file), 'broken.tar.gz')
    await writeFile(broken, (await readFile(file)).subarray(0, 700))
    const cases: [string[], number, RegExp][] = [
      [['import'], 2, /SOURCE is missing/],
      [['import', 'irc', file, '--dry-run'], 2, /unknown source 'irc'/],
      [['import', 'zulip', file], 2, /specify --dry-run or --into/],
      [['import', 'zulip', file, '--into', 'new'], 2, /--name is missing/],
      [['import', 'zulip', file, '--into', 'nowhere'], 1, /there is no organization with the subdomain 'nowhere'/],
      [['import', 'zulip', join(dirname(file), 'none'), '--dry-run'], 1, /cannot be read \(ENOENT\)/],
      [['import', 'zulip', broken, '--dry-run'], 1, /it is no whole tar archive/],
    ]
    for (const [args, code, message] of cases) {
      const ended = await run(server, ...args)
      assert.equal(ended.code, code, `${args}: ${ended.err}`)
      assert.match(ended.err.trim().split('\n').at(-1) ?? '', message)
    }
  }))
