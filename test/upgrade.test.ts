import { spawn } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { differences, readHead } from '#platform/backups'
import { platformOptions, projectRoot, readConfig } from '#platform/config'
import { type Connection, migrate, missingFromSchema, openEmbedded, openServer, pendingMigrations } from '#platform/db'
import { assert, test as base, runHere } from '#test'
import { KeptFiles } from '../src/command/kept-files.ts'
import { CommandProcesses } from './harness/command-processes.ts'
import { copyTemplate } from './harness/server.ts'

const folder = join(projectRoot, 'test/fixtures/schemas')
/** Backups of the demo organization by earlier versions, one for each released schema. */
const fixtures = (await readdir(folder)).filter((name) => name.endsWith('.backup')).sort()
const oldest = fixtures[0] as string
const postgres = process.env.LOQUAT_TEST_DATABASE_URL

/** A database as left by an earlier version. */
interface Before {
  readonly dataDir: string
  readonly environment: Record<string, string>
  loquat(...args: string[]): Promise<{ code: number | null; out: string; err: string }>
  ask<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  /** Tables that differ from the fixture. */
  changes(): Promise<string[]>
}

const test = base.extend<{ before: (fixture: string) => Promise<Before> }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of what a fixture needs here
  before: async ({}, use) => {
    const undo: (() => Promise<unknown>)[] = []
    await use(async (fixture) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'loquat-upgrade-'))
      undo.push(() => rm(dataDir, { recursive: true, force: true }))
      const database = postgres ? await copyTemplate(postgres) : undefined
      if (database) undo.unshift(() => database.drop())
      const environment = { LOQUAT_LOG_LEVEL: 'silent', ...(database ? { LOQUAT_DATABASE_URL: database.url } : {}) }
      const loquat = (...args: string[]) => runHere([...args, '--data-dir', dataDir], { environment })
      const ask = async <T>(work: (connection: Connection) => Promise<T>): Promise<T> => {
        const driver = database
          ? await openServer(database.url, { connections: 1 })
          : await openEmbedded({ dataDir: join(dataDir, 'database') })
        try {
          const connection = await driver.connect()
          return await work(connection).finally(() => connection.release())
        } finally {
          await driver.close()
        }
      }
      const restored = await loquat('restore', join(folder, fixture), ...(database ? ['--replace'] : []))
      assert.equal(restored.code, 0, restored.err)
      const head = await readHead(createReadStream(join(folder, fixture)), undefined)
      // the restore is recorded in the audit log
      const tables = head.tables.filter(({ name }) => name !== 'audit_entry')
      const changes = () =>
        ask(async (connection) => {
          await connection.query('begin', [])
          await connection.script("set timezone = 'UTC'")
          return differences(connection, tables)
        })
      return { dataDir, environment, loquat, ask, changes }
    })
    for (const work of undo) await work()
  },
})

const leftIn = async (dataDir: string) => (await readdir(dataDir)).filter((name) => name.startsWith('database.'))

for (const fixture of fixtures)
  test(`a database of ${fixture.replace('.backup', '')} is upgraded with all its data`, async ({ before }) => {
    const { loquat, ask, changes, dataDir } = await before(fixture)
    assert.deepEqual(await changes(), [])
    const check = await loquat('upgrade', '--check')
    assert.equal(check.code, 0, check.err)
    assert.deepEqual(await changes(), [])
    const listed = await loquat('user', 'list', '--json')
    assert.equal(listed.code, 0, listed.err)
    assert.ok(JSON.parse(listed.out).length > 10)
    const { tables } = await readHead(createReadStream(join(folder, fixture)), undefined)
    await ask(async (connection) => {
      assert.deepEqual(await missingFromSchema(connection), [])
      for (const name of ['account', 'message', 'reaction', 'subscription', 'channel']) {
        // an account that every organization has received since
        const isOld = name === 'account' && fixture < '20261123031000' ? `email not like 'emailgateway@%'` : 'true'
        const { rows } = await connection.query(`select count(*)::int as count from ${name} where ${isOld}`, [])
        assert.equal(rows[0]?.count, tables.find((table) => table.name === name)?.rows, name)
      }
    })
    assert.deepEqual(
      (await leftIn(dataDir)).filter((name) => name !== 'database.json'),
      [],
    )
    assert.match((await loquat('upgrade', '--check')).out, /has nothing to do/)
  })

test('an upgrade is previewed, and done by the command', async ({ before }) => {
  const { loquat } = await before(oldest)
  const { out } = await loquat('upgrade', '--check', '--json')
  const { migrations, room } = JSON.parse(out) as { migrations: string[]; room?: { needed: number; free: number } }
  assert.ok(migrations.length >= 16)
  assert.ok(postgres ? room === undefined : room && room.needed > 0)
  const done = await loquat('upgrade', '--backup-every', 'off')
  assert.equal(done.code, 0, done.err)
  assert.match(done.out, /Done\./)
})

test("an upgrade leaves an administrator's own table alone", async ({ before }) => {
  const { loquat, ask } = await before(oldest)
  await ask((connection) => connection.script('create table notes (id serial); insert into notes values (7)'))
  const done = await loquat('upgrade')
  assert.equal(done.code, 0, done.err)
  assert.deepEqual(await ask(async (connection) => (await connection.query('select id from notes', [])).rows), [
    { id: 7 },
  ])
})

test('an upgrade keeps a backup that one command restores', async ({ before }) => {
  const { loquat, ask, changes, dataDir } = await before(oldest)
  const listed = await loquat('user', 'list', '--json')
  assert.equal(listed.code, 0, listed.err)
  const [migrations = '', backup = ''] = listed.err.trim().split('\n')
  assert.match(migrations, /^The database was upgraded: \d+ migrations in \d+\.\d s: \d{14}_\w+\.sql \(\d+\.\d s\), /)
  const [, command = ''] =
    /^The backup from before is .* run: loquat (restore \S+\.backup --replace) --/.exec(backup) ?? []
  assert.ok(command, backup)
  const { backups } = await import('../src/command/doctor-backups.ts')
  const config = readConfig(platformOptions, { dataDir }, {})
  if (!postgres) assert.equal((await backups(config)).state, 'ok')
  // as the earlier version would, instead of this one
  const restored = await loquat(...command.split(' '))
  assert.equal(restored.code, 0, restored.err)
  assert.deepEqual(await changes(), [])
  const pending = await ask((connection) => pendingMigrations(connection))
  assert.ok(pending.length > 10)
})

test('a server that upgrades logs the migrations and the backup from before', async ({ before }) => {
  const { loquat, dataDir, environment } = await before(oldest)
  const processes = new CommandProcesses(dataDir)
  try {
    const { ended, stop } = await processes.serve(dataDir, { ...environment, LOQUAT_LOG_LEVEL: 'info' })
    assert.equal((await stop('SIGTERM')).code, 0)
    const logged = `${ended.out}${ended.err}`
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { msg: string; migrations?: { name: string; ms: number }[]; backup?: string })
      .find(({ msg }) => msg.startsWith('The database was upgraded'))
    assert.ok((logged?.migrations?.length ?? 0) > 10)
    assert.ok(logged?.migrations?.every(({ ms }) => Number.isInteger(ms)))
    assert.equal((await loquat('restore', logged?.backup as string, '--check-only')).code, 0)
  } finally {
    processes.end()
  }
})

test('a failed migration changes nothing', async ({ before }) => {
  const { loquat, ask, changes, dataDir } = await before(oldest)
  // makes a late migration fail
  await ask((connection) => connection.script('create view pinned_message as select 1 as id'))
  const failed = await loquat('user', 'list')
  assert.equal(failed.code, 1)
  assert.match(failed.err, /the upgrade failed, and .*"pinned_message" already exists/)
  assert.deepEqual(await changes(), [])
  assert.deepEqual(
    (await leftIn(dataDir)).filter((name) => name !== 'database.json'),
    [],
  )
  assert.equal((await loquat('user', 'list')).code, 1)
  await ask((connection) => connection.script('drop view pinned_message'))
  const listed = await loquat('user', 'list')
  assert.equal(listed.code, 0, listed.err)
})

test('when the first start after migrations fails, the files are restored', async ({ before }) => {
  const { loquat, ask, changes, dataDir } = await before(oldest)
  const rename = (from: string, to: string) =>
    ask((connection) => connection.script(`alter table event_queue rename column ${from} to ${to}`))
  await rename('last_seen', 'seen')
  const failed = await loquat('serve', '--port', '0')
  assert.equal(failed.code, 1)
  assert.match(failed.err, /the upgrade failed, and .*last_seen/)
  if (postgres) return assert.match(failed.err, /to go back, run loquat restore --replace with \S+loquat-\S+\.backup/)
  await rename('seen', 'last_seen')
  assert.deepEqual(await changes(), [])
  assert.deepEqual(
    (await leftIn(dataDir)).filter((name) => name !== 'database.json'),
    [],
  )
})

test.skipIf(postgres)('a command undoes an interrupted upgrade', async ({ before }) => {
  const { loquat, changes, dataDir } = await before(oldest)
  const driver = await openEmbedded({ dataDir: join(dataDir, 'database') })
  await new KeptFiles(dataDir).keep(driver)
  await migrate(driver)
  await driver.close()
  const undone = await loquat('upgrade', '--undo')
  assert.equal(undone.code, 0, undone.err)
  assert.deepEqual(await changes(), [])
  const again = await loquat('upgrade', '--undo')
  assert.equal(again.code, 2)
  assert.match(again.err, /there is no interrupted upgrade to undo/)
})

test.skipIf(postgres)("an upgrade interrupted by the server's end is done at the next start", async ({ before }) => {
  const { dataDir } = await before(oldest)
  for (let round = 1; round <= 3; round++) {
    const child = spawn(
      process.execPath,
      [join(projectRoot, 'bin/loquat'), 'serve', '--port', '0', '--data-dir', dataDir],
      {
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    )
    const gone = new Promise((resolve) => child.once('exit', resolve))
    const isReady = new Promise((resolve) => child.stdout.once('data', resolve))
    await Promise.race([new Promise((resolve) => setTimeout(resolve, round * 900)), isReady])
    child.kill(round === 2 ? 'SIGTERM' : 'SIGKILL')
    await gone
  }
  const { code, out, err } = await runHere(['user', 'list', '--json', '--data-dir', dataDir])
  assert.equal(code, 0, err)
  assert.ok(JSON.parse(out).length > 10)
  assert.deepEqual(
    (await leftIn(dataDir)).filter((name) => name !== 'database.json'),
    [],
  )
})
