import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { mustBeAdministrator } from '#contract'
import { assert, startServer, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { raw, upload } from '../../../../test/harness/files.ts'
import { emailVisibility } from '../../people/users/wire.ts'
import { archiveKey } from './actions.ts'
import * as api from './api.ts'
import { exportsDue } from './due.ts'
import { download, settled } from './fixture.ts'
import * as store from './store.ts'

test('exports are for administrators, limited per week, and include private data only with consent', async ({
  ada,
  ben,
  server,
}) => {
  await ben.refused(api.exportRealm, {}, mustBeAdministrator)
  await ben.refused(api.getRealmExports, {}, mustBeAdministrator)
  await ben.refused(api.getRealmExportConsents, {}, mustBeAdministrator)
  await ben.refused(api.deleteRealmExport, { export_id: 1 }, mustBeAdministrator)
  await ada.refused(api.exportRealm, { export_type: 'full_without_consent' }, api.consentNeeded)
  await ada.refusedRaw('POST', '/export/realm', { export_type: 'everything' })
  const { id } = await ada.call(api.exportRealm)
  await ada.refused(api.deleteRealmExport, { export_id: id }, api.exportPending)
  await settled(ada)
  for (let n = 0; n < 4; n++) {
    await ada.call(api.exportRealm)
    await settled(ada)
  }
  await ada.refused(api.exportRealm, {}, api.tooManyExports)
  server.clock.set(new Date(Date.now() + 8 * 86_400_000))
  try {
    await ada.call(api.exportRealm)
    assert.equal((await settled(ada)).length, 6)
  } finally {
    server.clock.release()
  }
})

test('an export requested while another is running waits for it', async ({ ada, ines }) => {
  await makeChannel(ada.org, 'garden', [ada])
  const ids = [
    (await ada.call(api.exportRealm)).id,
    (await ines.call(api.exportRealm)).id,
    (await ada.call(api.exportRealm)).id,
  ]
  const all = await settled(ada)
  assert.deepEqual(
    all.map(({ id, export_url, failed_timestamp }) => [id, typeof export_url, failed_timestamp]),
    ids.map((id) => [id, 'string', null]),
  )
  const rows = await ada.org.db.read((tx) =>
    tx
      .selectFrom('realm_export')
      .select(['finished_at', 'attempts'])
      .where('org_id', '=', ada.org.id)
      .orderBy('id')
      .execute(),
  )
  assert.deepEqual(
    rows.map(({ attempts }) => attempts),
    [1, 1, 1],
  )
  const times = rows.map(({ finished_at }) => finished_at?.getTime() ?? 0)
  assert.deepEqual(
    times,
    times.toSorted((a, b) => a - b),
  )
})

test('the link to an archive expires after seven days and can be replaced', async ({ ada, ines, ben, server }) => {
  const { id } = await ada.call(api.exportRealm)
  const [done] = await settled(ada)
  const url = done?.export_url ?? ''
  const listed = async () => {
    const one = (await ines.call(api.getRealmExports)).exports[0]
    return [one?.export_url ?? null, one?.url_expires_timestamp ?? null]
  }
  const dayMs = 86_400_000
  const [, expires] = await listed()
  assert.ok(Math.abs(Number(expires) * 1000 - (server.runtime.now().getTime() + 7 * dayMs)) < dayMs)
  server.clock.set(new Date(Number(expires) * 1000 - 60_000))
  assert.equal((await download(ada, url)).status, 200)
  server.clock.set(new Date(Number(expires) * 1000))
  try {
    assert.equal((await download(ada, url)).status, 404)
    assert.deepEqual(await listed(), [null, null])
    await ben.refused(api.createRealmExportLink, { export_id: id }, mustBeAdministrator)
    await ines.call(api.createRealmExportLink, { export_id: id })
    const [again] = await listed()
    assert.notEqual(again, url)
    assert.equal((await download(ada, String(again))).status, 200)
    assert.equal((await download(ada, url)).status, 404)
  } finally {
    server.clock.release()
  }
})

test('revoking the link to an archive takes effect at once and keeps the archive', async ({ ada, ines, ben }) => {
  const { id } = await ada.call(api.exportRealm)
  await ada.refused(api.revokeRealmExportLink, { export_id: id }, api.exportPending)
  const [done] = await settled(ada)
  const url = done?.export_url ?? ''
  const watch = await ada.register('realm_export')
  await ben.refused(api.revokeRealmExportLink, { export_id: id }, mustBeAdministrator)
  await ines.call(api.revokeRealmExportLink, { export_id: id })
  assert.equal((await download(ada, url)).status, 404)
  const [event] = (await watch.of('realm_export')) as unknown as { exports: api.RealmExport[] }[]
  const shown = event?.exports[0]
  assert.deepEqual([shown?.export_url, shown?.deleted_timestamp, shown?.size], [null, null, done?.size])
  await ada.call(api.createRealmExportLink, { export_id: id })
  const [next] = (await ada.call(api.getRealmExports)).exports
  assert.equal((await download(ada, next?.export_url ?? '')).status, 200)
  await ada.call(api.deleteRealmExport, { export_id: id })
  await ada.refused(api.createRealmExportLink, { export_id: id }, api.exportDeleted)
  await ada.refused(api.createRealmExportLink, { export_id: id + 1 }, api.noSuchExport)
})

test('anyone with the link can download an archive until it is deleted', async ({ ada, ines, society }) => {
  const { id } = await ada.call(api.exportRealm)
  const [done] = await settled(ada)
  const url = done?.export_url ?? ''
  const { pathname } = new URL(url)
  const [, , , token, name] = pathname.split('/') as string[]
  for (const path of [
    `/exports/${id}/${token}x/${name}`,
    `/exports/${id + 1}/${token}/${name}`,
    `/exports/x/${token}/${name}`,
  ])
    assert.equal((await raw(ada.server, ada.org, path)).status, 404)
  const other = await (society.constructor as typeof import('#test').TestOrganization).found(ada.server)
  assert.equal((await raw(ada.server, other.org, pathname)).status, 404)
  await other.owner.refused(api.deleteRealmExport, { export_id: id }, api.noSuchExport)
  assert.equal((await download(ada, url)).status, 200)
  const row = await ada.org.db.read((tx) => store.find(tx, ada.org.id, id))
  assert.ok(row)
  const key = archiveKey(row)
  assert.ok(await ada.server.runtime.blobs.get(key))

  const watch = await ada.register('realm_export')
  await ines.call(api.deleteRealmExport, { export_id: id })
  assert.equal((await download(ada, url)).status, 404)
  const [gone] = (await ada.call(api.getRealmExports)).exports
  assert.deepEqual([gone?.export_url, gone?.pending, typeof gone?.deleted_timestamp], [null, false, 'number'])
  assert.equal((await watch.of('realm_export')).length, 1)
  assert.equal(await ada.server.runtime.blobs.get(key), undefined)
  await ada.refused(api.deleteRealmExport, { export_id: id }, api.exportDeleted)
})

test('an export interrupted by a shutdown runs after the next start', async ({ ada }) => {
  await makeChannel(ada.org, 'garden', [ada])
  await ada.call(api.exportRealm)
  const { runtime } = ada.server
  await exportsDue.run(runtime, runtime.now())
  await exportsDue.end?.(runtime)
  const [interrupted] = (await ada.call(api.getRealmExports)).exports
  assert.equal(interrupted?.pending, true)
  const [done] = await settled(ada)
  assert.ok(done?.export_url)
})

test('an export whose process was killed runs after its lease expires', async ({ ada, server }) => {
  const { id } = await ada.call(api.exportRealm)
  const taken = { due_at: new Date(server.runtime.now().getTime() + 60_000), attempts: 1 }
  await ada.org.transact(null, ({ tx }) => tx.updateTable('realm_export').set(taken).where('id', '=', id).execute())
  const folder = join(server.runtime.config.dataDir, 'exports')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${id}-half.tar.gz`), 'half of it')
  await server.runtime.timer.wake()
  assert.equal((await ada.call(api.getRealmExports)).exports[0]?.pending, true)
  server.clock.set(new Date(Date.now() + 61_000))
  try {
    assert.ok((await settled(ada))[0]?.export_url)
    // it's removed just after the archive is available
    while ((await readdir(folder)).length > 0) await pause(10)
  } finally {
    server.clock.release()
  }
})

test('links with secrets are not logged', async () => {
  const log: string[] = []
  const server = await startServer({ logLevel: 'debug' }, { log: { write: (line) => void log.push(line) } })
  try {
    for (const path of ['/exports/1/XYZZY-token/a.tar.gz', '/email/unsubscribe/1-XYZZY'])
      await server
        .transport('nowhere')({ method: 'GET', path, headers: {}, body: undefined })
        .catch(() => {})
  } finally {
    await server.close()
  }
  const lines = log.join('')
  assert.ok(lines.includes('/exports/:id') && lines.includes('/email/unsubscribe/:key'))
  assert.ok(!lines.includes('XYZZY'))
})

test('an export that keeps failing ends as failed', async ({ ada, server }) => {
  const garden = await makeChannel(ada.org, 'garden', [ada])
  const { url } = await upload(ada, 'a.txt', 'short')
  await ada.sends(`[a](${url})`, { channel: garden, topic: 'tea' })
  await ada.org.transact(null, ({ tx }) =>
    tx.updateTable('attachment').set({ size: 6 }).where('org_id', '=', ada.org.id).execute(),
  )
  const watch = await ada.register('realm_export')
  const { id } = await ada.call(api.exportRealm)
  let state: api.RealmExport | undefined
  const start = Date.now()
  for (let minutes = 0; !state?.failed_timestamp; minutes++) {
    server.clock.set(new Date(start + minutes * 61_000))
    await server.runtime.timer
      .wake()
      .catch((error: Error) => assert.equal(error.message, `Export ${id} could not be made`))
    await pause(50)
    state = (await ada.call(api.getRealmExports)).exports[0]
  }
  server.clock.release()
  assert.deepEqual([state.pending, state.export_url], [false, null])
  assert.equal((await watch.of('realm_export')).length, 2)
  await server.runtime.timer.wake().catch(() => {})
  await ada.refused(api.deleteRealmExport, { export_id: id }, api.exportFailed)
})

test('administrators see and are notified who allows exporting private data', async ({ ada, ben, ines, society }) => {
  const watch = await ines.register('realm_export_consent')
  await ben.send('PATCH', '/settings', { allow_private_data_export: true })
  const eve = await society.join('Eve')
  assert.deepEqual(
    (await watch.of('realm_export_consent')).map(({ user_id, consented }) => [user_id, consented]),
    [
      [ben.id, true],
      [eve.id, false],
    ],
  )
  const { export_consents } = await ada.call(api.getRealmExportConsents)
  assert.deepEqual(
    export_consents.filter(({ consented }) => consented),
    [{ user_id: ben.id, consented: true, email_address_visibility: emailVisibility.everyone }],
  )
  const quiet = await ben.register('realm_export_consent')
  await ben.send('PATCH', '/settings', { allow_private_data_export: false })
  assert.deepEqual(await quiet.of('realm_export_consent'), [])
})
