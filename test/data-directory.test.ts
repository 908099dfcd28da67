import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readdir, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeEach } from 'vitest'
import { projectRoot } from '#platform/config'
import { openEmbedded } from '#platform/db'
import { afterAll, afterEach, assert, beforeAll, copyDirectory, foundSociety, runHere, test } from '#test'
import { Lock } from '../src/command/lock.ts'
import { program } from './harness/command-processes.ts'
import { SocietyDirectory } from './harness/society-directory.ts'

let society: SocietyDirectory
let copy: string
let dataDir: string

interface Ended {
  code: number
  out: string[]
  err: string[]
}

const linesOf = (text: string) => text.split('\n').filter(Boolean)

async function loquat(...args: string[]): Promise<Ended> {
  const { code, out, err } = await runHere([...args, '--data-dir', dataDir])
  return { code: code ?? -1, out: linesOf(out), err: linesOf(err) }
}

/** In its own process: only its output is visible. */
function apart(args: string[], environment: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const { LOQUAT_TEST_DATABASE_URL: _, ...inherited } = process.env
  const child = spawn(process.execPath, [...program, ...args, '--data-dir', dataDir], {
    env: { ...inherited, ...environment },
  })
  const texts = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (part) => {
    texts.out += part
  })
  child.stderr.setEncoding('utf8').on('data', (part) => {
    texts.err += part
  })
  return new Promise((resolve) =>
    child.on('close', (code) => resolve({ code: code ?? -1, out: linesOf(texts.out), err: linesOf(texts.err) })),
  )
}

const anyCommand = () => loquat('user', 'list')

function refused({ code, out, err }: Ended, pattern: RegExp): void {
  assert.notEqual(code, 0)
  assert.deepEqual(out, [])
  assert.equal(err.length, 1, err.join('\n'))
  assert.match(err[0] as string, pattern)
}

beforeAll(async () => {
  society = await SocietyDirectory.prepare()
})
beforeEach(async () => {
  copy = await society.copy()
  dataDir = copy
})
afterEach(() => society.processes.end())
afterEach(() => rm(copy, { recursive: true, force: true }))
afterAll(() => society.remove())

test('a database folder without PG_VERSION is refused and unchanged', async () => {
  await rm(join(dataDir, 'database/PG_VERSION'))
  const before = await readdir(join(dataDir, 'database'))
  refused(
    await anyCommand(),
    /database contains an incomplete database \(PG_VERSION is missing\); restore it from a backup/,
  )
  assert.deepEqual(await readdir(join(dataDir, 'database')), before)
})

test("a missing or emptied database isn't replaced with a new one", async () => {
  await rm(join(dataDir, 'database'), { recursive: true })
  refused(await anyCommand(), /database is missing, but .*database\.json shows that there was a database; restore/)
  await mkdir(join(dataDir, 'database'))
  refused(await anyCommand(), /database is empty, but .*database\.json shows/)
  // a directory from an earlier version has no record, but files that belong to a database
  await rm(join(dataDir, 'database.json'))
  await mkdir(join(dataDir, 'uploads/1/ab'), { recursive: true })
  refused(await anyCommand(), /database is empty, but .*uploads shows/)
  await rm(join(dataDir, 'uploads'), { recursive: true })
  await writeFile(join(dataDir, 'secret.key'), '')
  refused(await anyCommand(), /database is empty, but .*secret\.key shows/)
  await rm(join(dataDir, 'secret.key'))
  await mkdir(join(dataDir, 'backups'))
  await writeFile(join(dataDir, 'backups/loquat-2026-11-24T00-00-00Z.backup'), '')
  refused(
    await anyCommand(),
    /database is empty, but .*backups shows that there was a database; restore it from a backup/,
  )
  assert.deepEqual(await readdir(join(dataDir, 'database')), [])
})

test('a database from another PostgreSQL version is named', async () => {
  await writeFile(join(dataDir, 'database/PG_VERSION'), '17\n')
  refused(await anyCommand(), /holds the files of PostgreSQL 17, and this is \d+$/)
})

test('an empty database folder is initialized; an unfinished one starts over', async () => {
  dataDir = join(copy, 'fresh')
  await mkdir(join(dataDir, 'database'), { recursive: true })
  for (const name of ['database.new', 'database.unpacked'])
    await mkdir(join(dataDir, name, 'base'), { recursive: true })
  const { code, err } = await loquat(...foundSociety)
  assert.equal(code, 0, err.join('\n'))
  assert.deepEqual((await readdir(dataDir)).sort(), ['database', 'database.json'])
})

test('database files are private to their owner, and insecure modes are fixed', async () => {
  const rights = async (folder: string): Promise<Set<string>> => {
    const found = new Set<string>()
    for (const name of ['.', ...(await readdir(folder, { recursive: true }))]) {
      const { mode } = await stat(join(folder, name))
      found.add((mode & 0o7777).toString(8))
    }
    return found
  }
  const own = new Set(['600', '700'])
  assert.deepEqual(await rights(join(society.original, 'database')), own)
  await chmod(join(dataDir, 'database/base/5'), 0o777)
  await chmod(join(dataDir, 'database/PG_VERSION'), 0o666)
  await chmod(join(dataDir, 'database'), 0o755)
  assert.equal((await anyCommand()).code, 0)
  assert.deepEqual(await rights(join(dataDir, 'database')), own)
})

test('files a copy made readable or replaceable by others are secured', async () => {
  const rights = async (name = '.') => ((await stat(join(dataDir, name))).mode & 0o7777).toString(8)
  for (const name of ['uploads', 'exports', 'mail']) await mkdir(join(dataDir, name), { recursive: true })
  await writeFile(join(dataDir, 'secret.key'), randomBytes(32).toString('base64'))
  await writeFile(join(dataDir, 'web-push.key'), randomBytes(32).toString('base64url'))
  await writeFile(join(dataDir, 'of-somebody-else'), '')
  const files = ['secret.key', 'web-push.key', 'database.json']
  for (const name of [...files, 'of-somebody-else']) await chmod(join(dataDir, name), 0o644)
  for (const name of ['uploads', 'exports', 'mail']) await chmod(join(dataDir, name), 0o777)
  await chmod(dataDir, 0o777)
  assert.equal((await anyCommand()).code, 0)
  for (const name of files) assert.equal(await rights(name), '600', name)
  for (const name of ['uploads', 'exports', 'mail']) assert.equal(await rights(name), '700', name)
  assert.deepEqual([await rights(), await rights('of-somebody-else')], ['775', '644'])
  // the sticky bit, as in /tmp, is enough
  await chmod(dataDir, 0o1777)
  assert.equal((await anyCommand()).code, 0)
  assert.equal(await rights(), '1777')
})

test('a damaged database is reported in one line', async () => {
  await truncate(join(dataDir, 'database/global/pg_control'), 100)
  const said =
    /^loquat serve: the database in .*database is damaged: .*pg_control.*; keep a copy of it, and restore a backup$/
  refused(await apart(['serve', '--port', '0']), said)
  const { err } = await loquat('doctor')
  assert.match(err[0] as string, /problems found: database/)
})

test('truncated table files are reported as damage in one line', async () => {
  const folder = join(dataDir, 'database/base/5')
  for (const name of await readdir(folder)) if (/^\d+$/.test(name)) await truncate(join(folder, name), 0)
  refused(await apart(['serve', '--port', '0']), /^loquat serve: the database in .*database is damaged: /)
})

test.each([
  ['for a new database', 5_000_000, true],
  ['for the next piece of the log', 40_000, false],
])('a disk that is full when the server starts is one line: no space %s', async (_what, bytes, isNew) => {
  if (isNew) dataDir = join(copy, 'fresh')
  const environment = {
    NODE_OPTIONS: `--require ${join(projectRoot, 'test/full-disk.cjs')}`,
    LOQUAT_DISK_BYTES: String(bytes),
  }
  refused(
    await apart(['serve', '--port', '0'], environment),
    /^loquat serve: the database in .* cannot be used: .*[Nn]o space/,
  )
  const { code, err } = isNew ? await loquat(...foundSociety) : await anyCommand()
  assert.equal(code, 0, err.join('\n'))
})

test('a failed background sync loses nothing acknowledged', async () => {
  const environment = { NODE_OPTIONS: `--require ${join(projectRoot, 'test/failing-disk.cjs')}` }
  const { owner } = society.made
  const { url, ended, stop } = await society.processes.serve(dataDir, environment)
  const authorization = `Basic ${Buffer.from(`${owner.email}:${owner.api_key}`).toString('base64')}`
  const ask = (path: string, init?: RequestInit) =>
    fetch(`${url}/api/v1${path}`, { ...init, headers: { authorization } })
  const sent: number[] = []
  const send = async (number: number) => {
    const content = `${number} ${randomBytes(4900).toString('hex')}`
    const body = new URLSearchParams({ type: 'direct', to: `["${owner.email}"]`, content })
    const answer = await ask('/messages', { method: 'POST', body })
    if (answer.status === 200) sent.push((await answer.json()).id)
  }
  for (let number = 0; !ended.err.includes('EIO'); number += 10) {
    await Promise.all(Array.from({ length: 10 }, (_, more) => send(number + more)))
    assert.ok(number < 5000, 'the disk is never asked to write')
  }
  assert.match(ended.err, /its files do not reach the disk: EIO/)
  for (const id of sent) assert.equal((await ask(`/messages/${id}`)).status, 200)
  assert.equal((await stop('SIGTERM')).code, 0)
})

test('an unreadable lock and a dangling symlink are refused', async () => {
  const lock = join(dataDir, 'loquat.lock')
  await mkdir(lock)
  refused(await anyCommand(), /lock .*loquat\.lock cannot be read: run this as the user that the server runs as/)
  await rm(lock, { recursive: true })
  await symlink(join(dataDir, 'nowhere'), lock)
  refused(await anyCommand(), /lock .*loquat\.lock can't be acquired or read/)
})

test('an empty or torn lock from a power cut blocks nothing', async () => {
  for (const text of ['', '{"pid":17,"star']) {
    await writeFile(join(dataDir, 'loquat.lock'), text)
    await (await Lock.take(dataDir, 'test')).release()
  }
})

test('the lock of a killed process that its parent ignores blocks nothing', async ({ skip }) => {
  skip(process.platform !== 'linux', 'reads /proc')
  // the shell becomes a program that never asks for its child's exit code
  const parent = spawn('sh', ['-c', 'sleep 600 & echo $!; exec sleep 600'])
  try {
    const pid = await new Promise<number>((resolve) => parent.stdout.once('data', (text) => resolve(Number(text))))
    const fieldsOf = async (one?: number) => (await readFile(`/proc/${one}/stat`, 'utf8')).split(/\) | /)
    while ((await fieldsOf(parent.pid))[1] !== '(sleep') await pause(5)
    process.kill(pid, 'SIGKILL')
    while ((await fieldsOf(pid))[2] !== 'Z') await pause(5)
    const lock = await Lock.take(dataDir, 'serve')
    const path = join(dataDir, 'loquat.lock')
    const holder = JSON.parse(await readFile(path, 'utf8'))
    await lock.release()
    await writeFile(path, JSON.stringify({ ...holder, pid, started: (await fieldsOf(pid))[21] }))
    await (await Lock.take(dataDir, 'test')).release()
  } finally {
    parent.kill()
  }
})

test("a data directory that can't be created or written is one line", async ({ skip }) => {
  const file = join(dataDir, 'file')
  await writeFile(file, '')
  dataDir = file
  refused(await loquat(...foundSociety), /data directory .*file can't be created \(EEXIST/)
  dataDir = join(file, 'below')
  refused(await loquat(...foundSociety), /data directory .*below can't be created \(ENOTDIR/)
  if (process.platform !== 'linux') skip('only Linux has /proc')
  // not even root can create files there
  dataDir = '/proc/loquat/data'
  refused(await loquat(...foundSociety), /data directory \/proc\/loquat\/data can't be created \(ENOENT/)
  dataDir = '/proc/self'
  refused(await loquat(...foundSociety), /data directory \/proc\/self cannot be written to \(/)
})

test("a copied directory isn't opened while in use, and the original is untouched", async () => {
  const lock = await Lock.take(dataDir, 'serve')
  // a copy taken for the original would be used through this URL
  await lock.tell({ control: { url: 'http://127.0.0.1:9/', token: 'none' } })
  const place = dataDir
  const copied = `${dataDir}.copied`
  await copyDirectory(dataDir, copied)
  dataDir = copied
  const said =
    /is a copy of .*, made while process \d+ \(serve\) had that open.*copy it again when the server is stopped, or remove /
  refused(await anyCommand(), said)
  await lock.release()
  await rm(place, { recursive: true })
  refused(await anyCommand(), said)
  await rm(join(copied, 'loquat.lock'))
  assert.equal((await anyCommand()).code, 0)
})

test('doctor names what a database lacks', async () => {
  const driver = await openEmbedded({ dataDir: join(dataDir, 'database'), sync: false })
  await driver.script('drop table saved_snippet; alter table account drop column timezone')
  await driver.close()
  const { code, out } = await loquat('doctor')
  assert.equal(code, 1)
  const line = out.find((one) => one.includes('  database: ')) ?? ''
  assert.match(line, /^failed .*is damaged: column account\.timezone and \d+ more missing; restore a backup$/)
})

test('the data directory records whether its last run waited for the disk', async () => {
  const record = async () => JSON.parse(await readFile(join(dataDir, 'database.json'), 'utf8')) as { synced: boolean }
  assert.equal((await record()).synced, true)
  assert.equal((await loquat('user', 'list', '--database-sync', 'off')).code, 0)
  assert.equal((await record()).synced, false)
  assert.equal((await anyCommand()).code, 0)
  assert.equal((await record()).synced, true)
})
