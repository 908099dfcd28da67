import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { newBackupKey } from '#platform/backups'
import { afterAll, assert, beforeAll, copyDirectory, RealServer, runHere, test } from '#test'
import { fetchTransport, LoquatClient } from '../client/index.ts'
import { copyTemplate } from './harness/server.ts'

const postgres = process.env.LOQUAT_TEST_DATABASE_URL
let server: RealServer
let owner: { email: string; apiKey: string }
let work: string
let pathOfUpload: string
const content = 'the content of a file '.repeat(1000)

const client = (url = server.url) => new LoquatClient({ ...owner, transport: fetchTransport(url) })
const authorization = () => `Basic ${Buffer.from(`${owner.email}:${owner.apiKey}`).toString('base64')}`
const say = async (text: string): Promise<number> => {
  const { id } = await client().send('POST', '/messages', [
    ['type', 'channel'],
    ['to', 'general'],
    ['topic', 'backups'],
    ['content', text],
  ])
  return id as number
}

interface Shown {
  name: string
  size: number
  rows: number
  files: number
  encrypted: boolean
  check: { problem: string | null } | null
}

async function loquat(dataDir: string, args: string[], environment: NodeJS.ProcessEnv = {}) {
  const { code, out, err } = await runHere([...args, '--data-dir', dataDir], { environment })
  return { code, out, err }
}
async function backUp(to: string, ...more: string[]): Promise<Shown> {
  const args = ['backup', '--json', '--to', to, ...more]
  const { code, out, err } = await loquat(server.dataDir, args, server.environment)
  assert.equal(code, 0, err)
  return JSON.parse(out)
}

let plain: Promise<string> | undefined
/** A copy of one shared backup; returns its folder and the archive's name. */
async function copyOfBackup(name: string): Promise<{ to: string; archive: string }> {
  const made = join(work, 'plain')
  plain ??= backUp(made, '--no-check').then(({ name }) => `${name}.backup`)
  const to = join(work, name)
  const archive = join(to, await plain)
  await copyDirectory(made, to)
  return { to, archive }
}

/** Runs a second server on what a backup restores. */
async function restored(from: string, work: (server: RealServer) => Promise<void>, ...more: string[]): Promise<void> {
  const other = await RealServer.prepare({ isPlain: true })
  const database = postgres ? await copyTemplate(postgres) : undefined
  try {
    if (database) Object.assign(other.environment, { LOQUAT_DATABASE_URL: database.url })
    const { code, err } = await loquat(
      other.dataDir,
      ['restore', from, ...(database ? ['--replace'] : []), ...more],
      other.environment,
    )
    assert.equal(code, 0, err)
    await other.start()
    await work(other)
    await other.end('SIGTERM')
  } finally {
    await other.dispose()
    await database?.drop()
  }
}

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'loquat-backups-'))
  server = await RealServer.prepare()
  owner = await server.createOrganization()
  await server.start()
  await client().send('POST', '/users/me/subscriptions', [['subscriptions', '[{"name":"general"}]']])
  const form = new FormData()
  form.append('file', new Blob([content]), 'file.txt')
  const reply = await fetch(`${server.url}/api/v1/user_uploads`, {
    method: 'POST',
    body: form,
    headers: { authorization: authorization() },
  })
  const { url } = (await reply.json()) as { url: string }
  pathOfUpload = url
  await say(`[file.txt](${url})`)
})
afterAll(async () => {
  await server.dispose()
  await rm(work, { recursive: true, force: true })
})

test('a backup made while people write restores everything acknowledged before it', async () => {
  const queue = await client().send('POST', '/register', [['event_types', '["message"]']])
  const before: number[] = []
  for (let number = 0; number < 20; number++) before.push(await say(`before ${number}`))
  let isDone = false
  let during = 0
  const writing = (async () => {
    for (; !isDone; during++) await say(`during ${during}`)
  })()
  const made = await backUp(join(work, 'first'))
  isDone = true
  await writing
  assert.ok(during > 0)
  assert.equal(made.check?.problem, null)
  assert.equal(made.files, 1)
  await restored(join(work, 'first'), async ({ url }) => {
    const { messages } = await client(url).send('GET', '/messages', [
      // from the first one: how many were sent during the backup depends on the machine
      ['anchor', 'oldest'],
      ['num_before', '0'],
      ['num_after', '4900'],
      ['narrow', '[{"operator":"topic","operand":"backups"}]'],
      ['apply_markdown', 'false'],
    ])
    const there = messages as { id: number; content: string }[]
    const ids = new Set(there.map(({ id }) => id))
    assert.ok(before.every((id) => ids.has(id)))
    // those sent during the backup are there up to one moment
    const written = there.flatMap(({ content }) => /^during (\d+)$/.exec(content)?.[1] ?? []).map(Number)
    assert.deepEqual(written, [...written.keys()])
    const file = await fetch(`${url}/api/v1${pathOfUpload}`, { headers: { authorization: authorization() } })
    const { url: temporary } = (await file.json()) as { url: string }
    assert.equal(await (await fetch(new URL(temporary, url))).text(), content)
    const { events } = await client(url).send('GET', '/events', [
      ['queue_id', queue.queue_id as string],
      ['last_event_id', String(queue.last_event_id)],
      ['dont_block', 'true'],
    ])
    const seen = (events as { type: string; message?: { id: number } }[]).flatMap(({ message }) => message?.id ?? [])
    assert.ok(before.every((id) => seen.includes(id)))
    const { id } = await client(url).send('POST', '/messages', [
      ['type', 'direct'],
      ['to', `["${owner.email}"]`],
      ['content', 'after'],
    ])
    assert.ok((id as number) > Math.max(...ids))
    const health = await fetch(`${url}/health`)
    assert.equal(health.status, 200)
    const { entries } = await client(url).send('GET', '/audit_log', [['action', 'restore']])
    assert.equal((entries as object[]).length, 1)
  })
})

test('incremental backups share files with earlier ones', async () => {
  const to = join(work, 'shared')
  await backUp(to, '--no-check')
  const files = async () => {
    const found: number[] = []
    for (const name of await readdir(join(to, 'files'), { recursive: true })) {
      const { ino, size } = await stat(join(to, 'files', name))
      if (size === content.length) found.push(ino)
    }
    return found
  }
  const first = await files()
  assert.equal(first.length, 1)
  const { files: count } = await backUp(to, '--no-check')
  assert.equal(count, 1)
  assert.deepEqual(await files(), first)
})

test('an encrypted backup needs its key', async () => {
  const [key, other] = [join(work, 'key'), join(work, 'other')]
  await writeFile(key, newBackupKey())
  await writeFile(other, newBackupKey())
  const to = join(work, 'sealed')
  const made = await backUp(to, '--backup-key-file', key)
  assert.ok(made.encrypted)
  assert.equal(made.check?.problem, null)
  for (const name of await readdir(to, { recursive: true })) {
    const path = join(to, name)
    if (!(await stat(path)).isFile()) continue
    const bytes = await readFile(path)
    assert.ok(!bytes.includes('the content of a file') && !bytes.includes('manifest.json'), name)
  }
  const empty = join(work, 'empty')
  const refused = async (pattern: RegExp, ...more: string[]) => {
    const { code, err } = await loquat(empty, ['restore', to, '--check-only', ...more])
    assert.equal(code, 1)
    assert.match(err, pattern)
  }
  await refused(/is encrypted: name the file with its key/)
  await refused(/was encrypted with another key/, '--backup-key-file', other)
  const { code, err } = await loquat(empty, ['restore', to, '--check-only', '--backup-key-file', key])
  assert.equal(code, 0, err)
})

test('a modified, truncated, or joined archive is refused without changes', async () => {
  const { to, archive: path } = await copyOfBackup('whole')
  const archive = await readFile(path)
  const empty = join(work, 'untouched')
  const damaged = join(to, 'damaged.backup')
  const refused = async (bytes: Buffer) => {
    await writeFile(damaged, bytes)
    const { code, err } = await loquat(empty, ['restore', damaged])
    assert.equal(code, 1, err)
    assert.match(err, /can't be restored/)
    assert.equal(err.trim().split('\n').length, 1)
    assert.equal(await stat(empty).catch(() => undefined), undefined)
  }
  for (const part of [0, 0.1, 0.5, 0.9]) await refused(archive.subarray(0, Math.floor(archive.length * part)))
  // skip tar headers and padding, and a first table that may be empty (twenty bytes)
  const firstTable = archive.indexOf('tables/')
  for (const at of [600, firstTable + 512 + 12, archive.indexOf('tables/message.jsonl.gz') + 512 + 60]) {
    const changed = Buffer.from(archive)
    changed[at] = (changed[at] as number) ^ 0x15
    await refused(changed)
  }
  await refused(Buffer.concat([archive.subarray(0, firstTable), archive.subarray(firstTable + 1024)]))
  await refused(Buffer.from('no archive at all'.repeat(100)))
})

test('restoring names missing backup files before it starts', async () => {
  const { to } = await copyOfBackup('incomplete')
  await rm(join(to, 'files'), { recursive: true })
  const empty = join(work, 'untouched')
  const { code, err } = await loquat(empty, ['restore', to])
  assert.equal(code, 1)
  assert.match(err, /1 of its 1 file is not below files in/)
  assert.equal(await stat(empty).catch(() => undefined), undefined)
})

test('restoring names truncated or modified backup files, and changes nothing', async () => {
  const key = join(work, 'check-key')
  await writeFile(key, newBackupKey())
  const sealed = join(work, 'sealed-files')
  await backUp(sealed, '--no-check', '--backup-key-file', key)
  const { to: plain } = await copyOfBackup('damaged-files')
  for (const [to, more] of [
    [plain, []],
    [sealed, ['--backup-key-file', key]],
  ] as const) {
    const names = await readdir(join(to, 'files'), { recursive: true })
    const path = join(to, 'files', names.find((name) => name.length > 60) as string)
    const whole = await readFile(path)
    const empty = join(work, 'untouched')
    const refuse = async (bytes: Buffer, ...args: string[]) => {
      // write a new file: this one may be a hard link to the upload
      await rm(path)
      await writeFile(path, bytes)
      const { code, err } = await loquat(empty, ['restore', to, ...args, ...more])
      assert.equal(code, 1, args.join(' '))
      assert.match(err, /1 of its 1 file is damaged below files in .*, starting with \S+/)
      assert.equal(await stat(empty).catch(() => undefined), undefined)
    }
    await refuse(whole.subarray(0, -1), '--check-only')
    await refuse(whole.subarray(0, -1))
    const changed = Buffer.from(whole)
    changed[100] = (changed[100] as number) ^ 1
    await refuse(changed, '--check-only')
    await writeFile(path, whole)
    assert.equal((await loquat(empty, ['restore', to, '--check-only', ...more])).code, 0)
  }
})

test('a truncated file among the backups is copied again', async () => {
  const to = join(work, 'cut-later')
  await backUp(to, '--no-check')
  const names = await readdir(join(to, 'files'), { recursive: true })
  const path = join(to, 'files', names.find((name) => name.length > 60) as string)
  const whole = await readFile(path)
  await rm(path)
  await writeFile(path, whole.subarray(0, 10))
  assert.equal((await backUp(to)).check?.problem, null)
  assert.deepEqual(await readFile(path), whole)
})

test('restoring refuses non-empty targets without --replace', async () => {
  const { to } = await copyOfBackup('replacing')
  await restored(to, async (other) => {
    await other.end('SIGTERM')
    const refused = await loquat(other.dataDir, ['restore', to], other.environment)
    assert.equal(refused.code, 2)
    assert.match(refused.err, /is not empty; use --replace to overwrite it/)
    const replaced = await loquat(other.dataDir, ['restore', to, '--replace'], other.environment)
    assert.equal(replaced.code, 0, replaced.err)
    if (!postgres) assert.ok((await readdir(other.dataDir)).includes('database.replaced'))
    await other.start()
  })
})

test('restoring over a running server is refused', async () => {
  const { to } = await copyOfBackup('running')
  const { code, err } = await loquat(server.dataDir, ['restore', to, '--replace'], server.environment)
  assert.equal(code, 2)
  assert.match(err, postgres ? /a server is using the database; stop it first/ : /is in use by process/)
})

test('backups are written to a bucket and restored from it', async () => {
  const directory = join(work, 's3')
  await mkdir(directory)
  const bucket = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'kept' }],
  })
  const { port } = await bucket.run()
  const to = `http://127.0.0.1:${port}/kept/of/loquat`
  const keys = { LOQUAT_S3_ACCESS_KEY_ID: 'S3RVER', LOQUAT_S3_SECRET_ACCESS_KEY: 'S3RVER' }
  try {
    await server.end('SIGTERM')
    Object.assign(server.environment, keys)
    const made = await backUp(to)
    await server.start()
    assert.equal(made.check?.problem, null)
    const other = join(work, 'from-bucket')
    const { code, err } = await loquat(other, ['restore', to, '--check-only'], keys)
    assert.equal(code, 0, err)
    assert.match((await loquat(other, ['restore', `${to}/none.backup`], keys)).err, /none\.backup is not in/)
  } finally {
    for (const name of Object.keys(keys)) delete server.environment[name]
    await bucket.close()
  }
})

test("the command's credentials are used for a bucket; a refusal is one short line", async () => {
  const directory = join(work, 's3-of-command')
  await mkdir(directory)
  const options = { port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets: [{ name: 'kept' }] }
  const bucket = new S3rver(options)
  const { port } = await bucket.run()
  const to = `http://127.0.0.1:${port}/kept/loquat`
  try {
    await server.end('SIGTERM')
    Object.assign(server.environment, { LOQUAT_S3_ACCESS_KEY_ID: 'unknown', LOQUAT_S3_SECRET_ACCESS_KEY: 'guessed' })
    await server.start()
    for (const name of ['LOQUAT_S3_ACCESS_KEY_ID', 'LOQUAT_S3_SECRET_ACCESS_KEY']) delete server.environment[name]
    const args = ['backup', '--to', to, '--no-check']
    const refused = await loquat(server.dataDir, args, server.environment)
    assert.equal(refused.code, 1)
    const [said, error, ...more] = refused.err.trim().split('\n')
    if (!postgres) assert.match(said as string, /running server's own bucket credentials are used; --s3-access-key-id/)
    assert.match(
      (postgres ? said : error) as string,
      /could not be made: The file store answered GET with 403: [^<>]+$/,
    )
    assert.deepEqual(more, [])
    const keys = { LOQUAT_S3_ACCESS_KEY_ID: 'S3RVER', LOQUAT_S3_SECRET_ACCESS_KEY: 'S3RVER' }
    const made = await loquat(server.dataDir, args, { ...server.environment, ...keys })
    assert.equal(made.code, 0, made.err)
    assert.equal(made.err, '')
    const unread = await loquat(join(work, 'unread'), ['restore', to, '--check-only'])
    assert.match(unread.err, /^loquat restore: .* can't be restored: The file store answered GET with 403: [^<>\n]+\n$/)
  } finally {
    await bucket.close()
  }
})

test('a stopped server is backed up from its files', async () => {
  if (postgres) return
  const copy = join(work, 'stopped')
  await server.end('SIGTERM')
  await copyDirectory(server.dataDir, copy)
  await server.start()
  const { code, err } = await loquat(copy, ['backup', '--to', join(work, 'of-stopped')])
  assert.equal(code, 0, err)
  const nothing = await loquat(join(work, 'nothing'), ['backup'])
  assert.equal(nothing.code, 2)
  assert.match(nothing.err, /No Loquat data in/)
})
