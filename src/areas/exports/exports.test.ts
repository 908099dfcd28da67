import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { mustBeAdministrator } from '#contract'
import { assert, type Person, startServer, test } from '#test'
import { joinChannel, makeChannel } from '../../../test/harness/channel.ts'
import { raw, upload } from '../../../test/harness/files.ts'
import * as api from './api.ts'
import { writeArchive } from './archive/write.ts'
import { exportsDue } from './job.ts'

/** The files of a tar archive by name; throws on a header that does not add up. */
function untar(bytes: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  for (let at = 0; at < bytes.length; ) {
    const header = Buffer.from(bytes.subarray(at, at + 512))
    if (header.every((byte) => byte === 0)) break
    const octal = (from: number, length: number) =>
      Number.parseInt(
        header
          .subarray(from, from + length)
          .toString()
          .replace(/\0.*$/, ''),
        8,
      )
    const [size, sum] = [octal(124, 12), octal(148, 8)]
    header.fill(' ', 148, 156)
    assert.equal(
      header.reduce((total, byte) => total + byte, 0),
      sum,
    )
    assert.equal(header.subarray(257, 263).toString(), 'ustar\0')
    files.set(header.subarray(0, 100).toString().replace(/\0.*$/, ''), bytes.subarray(at + 512, at + 512 + size))
    at += 512 + Math.ceil(size / 512) * 512
  }
  return files
}

const jsonOf = (files: Map<string, Buffer>, name: string) => JSON.parse(files.get(name)?.toString() ?? 'null')

/** Lets the background work until nothing of this organization is under way. */
async function settled(person: Person): Promise<api.RealmExport[]> {
  for (;;) {
    await person.server.runtime.timer.wake().catch(() => {})
    const { exports } = await person.call(api.getRealmExports)
    if (!exports.some(({ pending }) => pending)) return exports
    await pause(20)
  }
}

const say = async (person: Person, channel: number, content: string, topic = 'tea') =>
  (await person.send('POST', '/messages', { type: 'stream', to: channel, topic, content })).id as number

const download = (person: Person, url: string) => raw(person.server, person.org, new URL(url).pathname)

test('an administrator gets an archive of what is public, and nothing of what is not', async ({ ada, ben, ines }) => {
  const garden = await makeChannel(ada.org, 'garden', [ada, ben])
  const vault = await makeChannel(ada.org, 'vault', [ada, ben], { invite_only: true })
  const { url: file } = await upload(ben, 'plän 1.txt', 'the plan of the garden')
  const { url: hidden } = await upload(ben, 'secret.txt', 'XYZZY in a file')
  const first = await say(ben, garden, `Look: [plan](${file})`)
  for (let n = 0; n < 3; n++) await say(ada, garden, `More ${n} 🌷`)
  await ada.send('POST', `/messages/${first}/reactions`, { emoji_name: 'tea' })
  await say(ben, vault, `XYZZY ${hidden}`)
  await ben.send('POST', '/messages', { type: 'direct', to: [ada.id], content: 'XYZZY, too' })
  await ada.send('PATCH', '/settings', { email_address_visibility: 4 })

  const watch = await ines.register('realm_export')
  const { id } = await ines.call(api.exportRealm)
  const [done] = await settled(ines)
  assert.ok(done?.export_url)
  assert.deepEqual([done.id, done.acting_user_id, done.export_type], [id, ines.id, 'public'])
  const told = (await watch.of('realm_export')) as { exports: api.RealmExport[] }[]
  assert.deepEqual(
    told.map(({ exports }) => [exports[0]?.pending, exports[0]?.export_url === null]),
    [
      [true, true],
      [false, false],
    ],
  )
  const answer = await download(ines, done.export_url)
  assert.equal(answer.status, 200)
  assert.match(answer.headers['content-disposition'] ?? '', /attachment; filename="?export-.*\.tar\.gz/)
  const bytes = gunzipSync(answer.body)
  const files = untar(bytes)

  const channels = jsonOf(files, 'channels.json') as { stream_id: number; subscribers: number[] }[]
  assert.deepEqual(channels.find(({ stream_id }) => stream_id === garden)?.subscribers, [ada.id, ben.id])
  const messages = jsonOf(files, `messages/${garden}/000001.json`) as Record<string, unknown>[]
  assert.deepEqual(
    messages.map(({ content }) => content),
    [`Look: [plan](${file})`, 'More 0 🌷', 'More 1 🌷', 'More 2 🌷'],
  )
  const [message] = messages as [{ reactions: { user_id: number }[]; upload_ids: number[] }]
  assert.equal(message.reactions[0]?.user_id, ada.id)
  const [listed] = jsonOf(files, 'uploads/000001.json') as { id: number; name: string; file: string }[]
  assert.deepEqual([listed?.id, listed?.name], [message.upload_ids[0], 'plän 1.txt'])
  assert.equal(files.get(listed?.file ?? '')?.toString(), 'the plan of the garden')
  const { messages: count, uploads, missing } = jsonOf(files, 'export.json')
  assert.deepEqual([uploads, missing, count >= 4], [1, 0, true])
  assert.ok(jsonOf(files, 'users.json').some((user: { full_name: string }) => user.full_name === 'Ben'))

  const text = bytes.toString('latin1')
  const secrets = await ada.org.db.read(async (tx) => {
    const accounts = await tx
      .selectFrom('account')
      .select(['api_key', 'password_hash'])
      .where('org_id', '=', ada.org.id)
      .execute()
    const tokens = await tx.selectFrom('channel').select('email_token').where('org_id', '=', ada.org.id).execute()
    const own = await tx.selectFrom('realm_export').select('token').where('org_id', '=', ada.org.id).execute()
    const signing = await tx.selectFrom('upload_secret').select('secret').where('org_id', '=', ada.org.id).execute()
    return [
      ...accounts.flatMap(({ api_key, password_hash }) => [api_key, password_hash ?? api_key]),
      ...tokens.map(({ email_token }) => email_token),
      ...own.map(({ token }) => token),
      ...signing.map(({ secret }) => secret),
    ]
  })
  for (const secret of [...secrets, 'XYZZY', 'vault', ada.email, 'api_key', 'password_hash', 'email_token'])
    assert.ok(!text.includes(secret), `the archive holds ${secret}`)
  const folder = join(ada.server.runtime.config.dataDir, 'exports')
  assert.deepEqual(await readdir(folder), [], 'nothing is left where the archive was made')
})

test('exports are for administrators, one at a time, few a week, and of private data with consent only', async ({
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
  await ada.refused(api.exportRealm, {}, api.alreadyUnderWay)
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

test('with consent an archive also has what those who consent are in, and what they have seen of it', async ({
  ada,
  ben,
  cleo,
  society,
}) => {
  const dora = await society.join('Dora')
  await ben.send('PATCH', '/settings', { allow_private_data_export: true })
  const shared = await makeChannel(ada.org, 'shared', [ada, ben], { invite_only: true })
  const vault = await makeChannel(ada.org, 'vault', [ada, cleo], { invite_only: true })
  const guarded = await makeChannel(ada.org, 'guarded', [ada, cleo], {
    invite_only: true,
    history_public_to_subscribers: false,
  })
  await say(ada, shared, 'said to Ben')
  await say(ada, vault, 'XYZZY')
  await say(ada, guarded, 'XYZZY, before Ben came')
  await joinChannel(ada.org, guarded, ben, ada)
  await say(ada, guarded, 'after Ben came')
  const write = (to: Person[], content: string) =>
    ada.send('POST', '/messages', { type: 'direct', to: to.map(({ id }) => id), content })
  for (let n = 0; n < 4; n++) await write([ben], `to Ben ${n}`)
  await write([cleo], 'XYZZY to Cleo')
  await write([ben, dora], 'to Ben and Dora')

  await ada.call(api.exportRealm, { export_type: 'full_with_consent' })
  const [done] = await settled(ada)
  assert.equal(done?.export_type, 'full_with_consent')
  const bytes = gunzipSync((await download(ada, done?.export_url ?? '')).body)
  assert.ok(!/XYZZY|"vault"/.test(bytes.toString('latin1')))
  const files = untar(bytes)
  const contents = (name: string) => (jsonOf(files, name) as { content: string }[]).map(({ content }) => content)
  assert.ok(contents(`messages/${shared}/000001.json`).includes('said to Ben'))
  assert.ok(contents(`messages/${guarded}/000001.json`).includes('after Ben came'))
  const direct = jsonOf(files, 'messages/direct/000001.json') as { content: string; recipient_ids: number[] }[]
  const ours = direct.filter(({ content }) => content.startsWith('to Ben'))
  assert.deepEqual(
    ours.map(({ content, recipient_ids }) => [content, recipient_ids]),
    [...[0, 1, 2, 3].map((n) => [`to Ben ${n}`, [ada.id, ben.id]]), ['to Ben and Dora', [ada.id, ben.id, dora.id]]],
  )
})

test('however messages fall into files, each is in one of them', async ({ ada, ben, cleo, server }) => {
  await ada.send('PATCH', '/settings', { allow_private_data_export: true })
  const garden = await makeChannel(ada.org, 'garden', [ada, ben])
  const sent: string[] = []
  const write = async (to: Person[], content: string) => {
    await ada.send('POST', '/messages', { type: 'direct', to: to.map(({ id }) => id), content })
    sent.push(content)
  }
  for (let n = 0; n < 7; n++) {
    await write([ben], `to Ben ${n};`)
    if (n % 2) await write([cleo], `to Cleo ${n};`)
    if (n % 3) await write([ben, cleo], `to both ${n};`)
    sent.push(`in the garden ${n};`)
    await say(ada, garden, `in the garden ${n};`)
  }
  for (const perFile of [1, 2, 3, 5]) {
    const path = join(server.runtime.config.dataDir, `archive-${perFile}`)
    const { blobs } = server.runtime
    await writeArchive({ org: ada.org, blobs, path, type: 'full_with_consent', actingUserId: ada.id, perFile })
    const files = untar(gunzipSync(await readFile(path)))
    const contents: string[] = []
    for (const name of files.keys())
      if (name.startsWith('messages/')) {
        const page = jsonOf(files, name) as { content: string }[]
        assert.ok(page.length <= perFile)
        contents.push(...page.map(({ content }) => content))
      }
    const ours = contents.filter((content) => content.endsWith(';'))
    assert.deepEqual(ours.sort(), sent.sort(), `${perFile} in a file`)
  }
})

test('an archive is there for whoever has its address, until it is deleted', async ({ ada, ines, society }) => {
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

  const watch = await ada.register('realm_export')
  await ines.call(api.deleteRealmExport, { export_id: id })
  assert.equal((await download(ada, url)).status, 404)
  const [gone] = (await ada.call(api.getRealmExports)).exports
  assert.deepEqual([gone?.export_url, gone?.pending, typeof gone?.deleted_timestamp], [null, false, 'number'])
  assert.equal((await watch.of('realm_export')).length, 1)
  assert.equal(await ada.server.runtime.blobs.get(`exports/${ada.org.id}/${token}.tar.gz`), undefined)
  await ada.refused(api.deleteRealmExport, { export_id: id }, api.exportDeleted)
})

test('an export that a stop interrupts is made after the next start', async ({ ada }) => {
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

test('an export whose process was killed is made after its time', async ({ ada, server }) => {
  const { id } = await ada.call(api.exportRealm)
  const taken = { due_at: new Date(server.runtime.now().getTime() + 60_000), attempts: 1 }
  await ada.org.write(null, ({ tx }) => tx.updateTable('realm_export').set(taken).where('id', '=', id).execute())
  const folder = join(server.runtime.config.dataDir, 'exports')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${id}-half.tar.gz`), 'half of it')
  await server.runtime.timer.wake()
  assert.equal((await ada.call(api.getRealmExports)).exports[0]?.pending, true)
  server.clock.set(new Date(Date.now() + 61_000))
  try {
    assert.ok((await settled(ada))[0]?.export_url)
    assert.deepEqual(await readdir(folder), [])
  } finally {
    server.clock.release()
  }
})

test('addresses that open something are not in the log', async () => {
  const log: string[] = []
  const server = await startServer({ logLevel: 'info' }, { log: { write: (line) => void log.push(line) } })
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

test('an export that cannot be made fails in the end, and says so', async ({ ada, server }) => {
  const garden = await makeChannel(ada.org, 'garden', [ada])
  const { url } = await upload(ada, 'a.txt', 'short')
  await say(ada, garden, `[a](${url})`)
  await ada.org.write(null, ({ tx }) =>
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

test('administrators see and hear who lets private data be exported', async ({ ada, ben, ines, society }) => {
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
    [{ user_id: ben.id, consented: true, email_address_visibility: 1 }],
  )
  const quiet = await ben.register('realm_export_consent')
  await ben.send('PATCH', '/settings', { allow_private_data_export: false })
  assert.deepEqual(await quiet.of('realm_export_consent'), [])
})
