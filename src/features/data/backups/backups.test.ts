import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mustBeOwner, roles } from '#contract'
import { parseInterval } from '#platform/config'
import { afterAll, assert, beforeAll, Person, startServer, TestOrganization, type TestServer, test } from '#test'
import { foundOrganization } from '../../people/organization-settings/actions/found.ts'
import { createUser } from '../../people/users/actions/index.ts'
import { getBackups, notRootOrganization } from './api.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ backupEvery: '6h' }, { onDisk: {} })
  await record('2026-11-20T10:00:00.000Z', null)
  await record('2026-11-21T10:00:00.000Z', 'the rows of /secret/path are not those that were written')
  await record('2026-11-22T10:00:00.000Z', undefined)
})
afterAll(() => server.close())

/** Creates a backup's record. */
async function record(made: string, problem: string | null | undefined): Promise<void> {
  const folder = join(server.runtime.config.dataDir, 'backups')
  await mkdir(folder, { recursive: true })
  const name = `loquat-${made.slice(0, 19).replaceAll(':', '-')}Z`
  const known = {
    ...{ name, made_at: made, size: 1000, sha256: 'a', rows: 5, files: 2, file_bytes: 10, encrypted: false },
    check: problem === undefined ? null : { at: made, problem },
  }
  await writeFile(join(folder, `${name}.json`), JSON.stringify(known))
  await writeFile(join(folder, `${name}.backup`), '')
}

test('only owners at the root see the backups, newest first, with their checks', async () => {
  const founder = { full_name: 'Ada', email: 'ada@root.example', password: 'correct horse battery' }
  const { org, owner } = await foundOrganization(server.runtime, { name: 'Root', subdomain: '', owner: founder })
  const ada = new Person(server, org, '', owner)
  const administrator = { email: 'ines@root.example', full_name: 'Ines', role: roles.administrator }
  const ines = new Person(server, org, '', await org.transact(null, (mutation) => createUser(mutation, administrator)))
  // not backups: a record without an archive, and an unrelated file
  const folder = join(server.runtime.config.dataDir, 'backups')
  await writeFile(join(folder, 'loquat-2026-11-23T10-00-00Z.json'), '{}')
  await writeFile(join(folder, 'notes.txt'), 'mine')
  const { backups, every_seconds, failed_at } = await ada.call(getBackups)
  assert.deepEqual(
    backups.map(({ name, is_sound }) => [name, is_sound]),
    [
      ['loquat-2026-11-22T10-00-00Z', null],
      ['loquat-2026-11-21T10-00-00Z', false],
      ['loquat-2026-11-20T10-00-00Z', true],
    ],
  )
  assert.equal(every_seconds, (parseInterval('6h') as number) / 1000)
  assert.equal(failed_at, null)
  assert.ok(!JSON.stringify(backups).includes('secret'))
  await ines.refused(getBackups, {}, mustBeOwner)
  assert.equal((await ada.register('realm')).initial.realm_is_root, true)
  // an owner of another organization doesn't run the server
  const other = await TestOrganization.found(server)
  await other.owner.refused(getBackups, {}, notRootOrganization)
  assert.equal((await other.owner.register('realm')).initial.realm_is_root, false)
})

test('metrics show the time of the newest sound backup', async () => {
  const reply = await fetch(`http://127.0.0.1:${server.port}/metrics`)
  const text = await reply.text()
  assert.match(text, /^loquat_backups 3$/m)
  assert.match(text, new RegExp(`^loquat_backup_timestamp_seconds ${Date.parse('2026-11-22T10:00:00Z') / 1000}$`, 'm'))
  assert.match(
    text,
    new RegExp(`^loquat_backup_verified_timestamp_seconds ${Date.parse('2026-11-20T10:00:00Z') / 1000}$`, 'm'),
  )
  assert.match(text, /^loquat_backup_failures_total 0$/m)
})
