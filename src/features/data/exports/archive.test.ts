import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { assert, type Person, test } from '#test'
import { joinChannel, makeChannel } from '../../../../test/harness/channel.ts'
import { upload } from '../../../../test/harness/files.ts'
import { pinMessage, pinTopic } from '../../messages/pins/api.ts'
import { emailVisibility } from '../../people/users/wire.ts'
import * as api from './api.ts'
import { writeArchive } from './archive/write.ts'
import { download, jsonOf, settled, untar } from './fixture.ts'

test('an administrator gets an archive with public data only', async ({ ada, ben, ines }) => {
  const garden = await makeChannel(ada.org, 'garden', [ada, ben])
  const vault = await makeChannel(ada.org, 'vault', [ada, ben], { invite_only: true })
  const { url: file } = await upload(ben, 'plän 1.txt', 'the plan of the garden')
  const { url: hidden } = await upload(ben, 'secret.txt', 'XYZZY in a file')
  const first = await ben.sends(`Look: [plan](${file})`, { channel: garden, topic: 'tea' })
  for (let n = 0; n < 3; n++) await ada.sends(`More ${n} 🌷`, { channel: garden, topic: 'tea' })
  await ada.send('POST', `/messages/${first}/reactions`, { emoji_name: 'tea' })
  await ben.sends(`XYZZY ${hidden}`, { channel: vault, topic: 'tea' })
  await ben.sends('XYZZY, too', ada)
  await ada.send('PATCH', '/settings', { email_address_visibility: emailVisibility.nobody })

  const watch = await ines.register('realm_export')
  const { id } = await ines.call(api.exportRealm)
  const [done] = await settled(ines)
  assert.ok(done?.export_url)
  assert.deepEqual([done.id, done.acting_user_id, done.export_type], [id, ines.id, 'public'])
  const told = (await watch.of('realm_export')) as { exports: api.RealmExport[] }[]
  assert.deepEqual(
    // the events in between tell the progress
    [told[0], told.at(-1)]
      .map((one) => one?.exports ?? [])
      .map((exports) => [exports[0]?.pending, exports[0]?.export_url === null]),
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

test("with consent an archive includes people's private conversations, as far as they received them", async ({
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
  await ada.sends('said to Ben', { channel: shared, topic: 'tea' })
  await ada.sends('XYZZY', { channel: vault, topic: 'tea' })
  await ada.sends('XYZZY, before Ben came', { channel: guarded, topic: 'tea' })
  await joinChannel(ada.org, guarded, ben, ada)
  await ada.sends('after Ben came', { channel: guarded, topic: 'tea' })
  for (let n = 0; n < 4; n++) await ada.sends(`to Ben ${n}`, ben)
  await ada.sends('XYZZY to Cleo', cleo)
  await ada.sends('to Ben and Dora', [ben, dora])

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

test('an archive includes shared pins wherever it includes the messages', async ({ ada, ben, server }) => {
  const [garden, kitchen] = [
    await makeChannel(ada.org, 'garden', [ada, ben]),
    await makeChannel(ada.org, 'kitchen', [ada, ben]),
  ]
  const vault = await makeChannel(ada.org, 'vault', [ada, ben], {
    invite_only: true,
    history_public_to_subscribers: true,
  })
  const pinned: number[] = []
  for (const stream_id of [garden, kitchen, vault]) {
    const [own, message_id] = [
      await ada.sends('for me', { channel: stream_id, topic: 'tea' }),
      await ada.sends('for all', { channel: stream_id, topic: 'tea' }),
    ]
    await ada.call(pinMessage, { message_id: own })
    await ada.call(pinTopic, { stream_id, topic: 'mine' })
    await ben.call(pinMessage, { message_id, for_everyone: true })
    await ben.call(pinTopic, { stream_id, topic: 'Tea', for_everyone: true })
    pinned.push(message_id)
  }
  const { blobs, config } = server.runtime
  const pinsIn = async (type: api.ExportType, perFile: number) => {
    const path = join(config.dataDir, `pins-${perFile}`)
    await writeArchive({ org: ada.org, blobs, path, type, actingUserId: ada.id, perFile })
    const files = untar(gunzipSync(await readFile(path)))
    const of = (kind: string) =>
      [...files.keys()]
        .filter((name) => name.startsWith(`pins/${kind}/`))
        .flatMap((name) => {
          const page = jsonOf(files, name) as { pinned_at: string; pinned_by: number }[]
          assert.ok(page.length <= perFile)
          return page.map(({ pinned_at, pinned_by, ...pin }) => {
            assert.ok(!Number.isNaN(Date.parse(pinned_at)) && pinned_by === ben.id)
            return pin
          })
        })
    return { topics: of('topics'), messages: of('messages') }
  }
  const expected = (...channels: number[]) => ({
    topics: channels.map((channel_id) => ({ channel_id, topic: 'Tea' })),
    messages: channels.map((channel_id, index) => ({ channel_id, message_id: pinned[index] })),
  })
  for (const perFile of [1, 2, 500]) assert.deepEqual(await pinsIn('public', perFile), expected(garden, kitchen))
  await ben.send('PATCH', '/settings', { allow_private_data_export: true })
  assert.deepEqual(await pinsIn('full_with_consent', 2), expected(garden, kitchen, vault))
})

test('each message is in one file, however messages are split', async ({ ada, ben, cleo, server }) => {
  await ada.send('PATCH', '/settings', { allow_private_data_export: true })
  const garden = await makeChannel(ada.org, 'garden', [ada, ben])
  const sent: string[] = []
  const write = async (to: Person[], content: string) => {
    await ada.sends(content, to)
    sent.push(content)
  }
  for (let n = 0; n < 7; n++) {
    await write([ben], `to Ben ${n};`)
    if (n % 2) await write([cleo], `to Cleo ${n};`)
    if (n % 3) await write([ben, cleo], `to both ${n};`)
    sent.push(`in the garden ${n};`)
    await ada.sends(`in the garden ${n};`, { channel: garden, topic: 'tea' })
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
