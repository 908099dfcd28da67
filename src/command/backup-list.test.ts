import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, assert, beforeAll, runHere, test } from '#test'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'loquat-backups-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const list = (...more: string[]) => runHere(['backup', '--list', '--data-dir', dataDir, ...more])

/** Records an earlier backup. */
async function record(folder: string, made_at: string, check: { problem: string | null } | null): Promise<void> {
  await mkdir(folder, { recursive: true })
  const name = `loquat-${made_at.slice(0, 19).replaceAll(':', '-')}Z`
  const known = { name, made_at, size: 1000, sha256: 'a', rows: 5, files: 2, file_bytes: 10, encrypted: false }
  await writeFile(join(folder, `${name}.json`), JSON.stringify({ ...known, check: check && { at: made_at, ...check } }))
  await writeFile(join(folder, `${name}.backup`), '')
}

test('backup --list shows existing backups and makes none', async () => {
  const none = await list('--to', join(dataDir, 'empty'))
  assert.deepEqual([none.code, none.out.includes('There are no backups in')], [0, true])
  const folder = join(dataDir, 'backups')
  await record(folder, '2026-11-20T10:00:00.000Z', { problem: null })
  await record(folder, '2026-11-21T10:00:00.000Z', { problem: 'a table is short' })
  await record(folder, '2026-11-22T10:00:00.000Z', null)
  const { code, out } = await list()
  assert.equal(code, 0)
  const [newest, broken, sound, ...more] = out.trimEnd().split('\n')
  assert.match(newest ?? '', /^loquat-2026-11-22T10-00-00Z +1000 bytes +not verified yet$/)
  assert.match(broken ?? '', /^loquat-2026-11-21T.* can't be restored: a table is short$/)
  assert.match(sound ?? '', /^loquat-2026-11-20T.* verified$/)
  assert.deepEqual(more, [])
  const json = JSON.parse((await list('--json')).out) as { name: string }[]
  assert.deepEqual(json.length, 3)
})

test('backup --list looks where --to says', async () => {
  const to = join(dataDir, 'elsewhere')
  await record(to, '2026-11-25T10:00:00.000Z', null)
  const { out } = await list('--to', to)
  assert.match(out, /^loquat-2026-11-25T10-00-00Z .*\n$/)
})

test('backup --list without a data directory says so', async () => {
  const mistyped = join(dataDir, 'mistyped')
  for (const more of [[], ['--json']]) {
    const { code, out, err } = await runHere(['backup', '--list', '--data-dir', mistyped, ...more])
    assert.deepEqual([code, out], [2, ''])
    assert.ok(err.startsWith(`loquat backup: No Loquat data in ${mistyped}`), err)
  }
})

test('backup --list of an unreachable bucket fails with one line', async () => {
  const { code, err } = await list('--to', 'http://127.0.0.1:1/bucket')
  assert.equal(code, 1)
  assert.match(err, /^loquat backup: couldn't list the backups: [^\n]*ECONNREFUSED[^\n]*\n$/)
})
