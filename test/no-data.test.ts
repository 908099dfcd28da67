import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openServer } from '#platform/db'
import { afterAll, assert, beforeAll, foundSociety, runHere, test } from '#test'
import { copyTemplate } from './harness/server.ts'

let work: string
beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'loquat-no-data-'))
  await writeFile(join(work, 'users.csv'), 'email,name\nada@society.example,Ada\n')
})
afterAll(() => rm(work, { recursive: true, force: true }))

/** Commands that create a database, or work without one. */
const others = [
  ...['start', 'serve', 'org create', 'org import', 'import', 'demo', 'restore'],
  // reports what is there, and changes nothing
  'doctor',
  'mcp',
  'completion',
  // they say what's configured, which doesn't need a database
  ...['config check', 'config show', 'config example'],
  // try one part, with the options only
  ...['mail test', 'push test', 's3 test', 'ldap test'],
  // reports that no server is running
  'reload',
]
/** All others, with arguments that would work if there were data. */
const refused: Record<string, string[]> = {
  'org list': [],
  'org rename': ['New name'],
  'org deactivate': [],
  'org reactivate': [],
  'org delete': [],
  'org move': ['east-team', '--to', 'east'],
  'org redirect': ['--to', 'https://chat.example.com'],
  'org full-export': ['on'],
  'org quota': [],
  'user create': ['--name', 'Ben', '--email', 'ben@society.example'],
  'user import': ['users.csv'],
  'user invite': ['--imported'],
  'user list': [],
  'user api-key': ['ada@society.example'],
  'user role': ['ada@society.example', 'owner'],
  'user password': ['ada@society.example'],
  'user deactivate': ['ada@society.example'],
  'user reactivate': ['ada@society.example'],
  'user second-factor': ['ada@society.example'],
  'message restore': ['1'],
  'mail deliver': ['general@society.example', '--sender', 'ada@society.example'],
  export: ['--output', 'out.zip'],
  'directory sync': [],
  'audit-log': [],
  backup: [],
  'database copy': ['--to', 'postgres://127.0.0.1:1/none'],
  upgrade: [],
}

const commandNames = async (): Promise<string[]> =>
  [...(await runHere(['--help'])).out.matchAll(/^ {2}([a-z\d]+(?:[ -][a-z-]+)?) {2,}/gm)].map(
    ([, name]) => name as string,
  )

const run = (name: string, more: string[], dataDir: string) => {
  const place = name === 'database copy' ? ['--from', dataDir] : ['--data-dir', dataDir]
  const args = more.map((arg) => (arg.endsWith('.csv') || arg.endsWith('.zip') ? join(work, arg) : arg))
  return runHere([...name.split(' '), ...args, ...place])
}

test('each command either creates a database or is tested here', async () => {
  assert.deepEqual((await commandNames()).sort(), [...others, ...Object.keys(refused)].sort())
})

test.each(Object.entries(refused))('%s with a mistyped data directory creates nothing', async (name, args) => {
  const mistyped = join(work, 'mistyped')
  const said = await run(name, args, mistyped)
  assert.match(said.err, new RegExp(`No Loquat data in ${mistyped}`), said.out)
  assert.notEqual(said.code, 0)
  assert.equal(await stat(mistyped).catch(() => undefined), undefined)
  // also in a folder with other files, whose permissions are kept
  const other = join(work, 'other')
  await mkdir(other, { recursive: true })
  await writeFile(join(other, 'notes.txt'), '')
  const { mode } = await stat(other)
  assert.match((await run(name, args, other)).err, /No Loquat data in /)
  assert.deepEqual(await readdir(other), ['notes.txt'])
  assert.equal((await stat(other)).mode, mode)
})

test('undoing an upgrade in a mistyped data directory creates nothing', async () => {
  const mistyped = join(work, 'mistyped')
  assert.match((await runHere(['upgrade', '--undo', '--data-dir', mistyped])).err, /No Loquat data in /)
  assert.equal(await stat(mistyped).catch(() => undefined), undefined)
})

test('doctor reports a mistyped data directory and creates nothing', async () => {
  const mistyped = join(work, 'mistyped')
  assert.match((await runHere(['doctor', '--data-dir', mistyped])).out, /database: No Loquat data in /)
  assert.equal(await stat(mistyped).catch(() => undefined), undefined)
})

test('creating an organization creates the data directory', async () => {
  const dataDir = join(work, 'new')
  const { code, err } = await runHere([...foundSociety, '--data-dir', dataDir])
  assert.equal(code, 0, err)
  assert.equal((await runHere(['user', 'list', '--data-dir', dataDir])).code, 0)
})

const postgres = process.env.LOQUAT_TEST_DATABASE_URL
test.skipIf(!postgres)('a command on an empty PostgreSQL database leaves it empty', async () => {
  const { url, drop } = await copyTemplate(postgres as string)
  const driver = await openServer(url, { connections: 1 })
  try {
    await driver.script('drop schema public cascade; create schema public')
    for (const command of [['user', 'list'], ['upgrade'], ['backup']]) {
      const { code, err } = await runHere([...command, '--database-url', url, '--data-dir', join(work, 'none')])
      assert.match(err, /No Loquat data in the database loquat_test_/)
      assert.equal(code, 2)
    }
    const connection = await driver.connect()
    const { rows } = await connection.query(`select to_regclass('migration') as found`, [])
    connection.release()
    assert.equal(rows[0]?.found, null)
  } finally {
    await driver.close()
    await drop()
  }
})
