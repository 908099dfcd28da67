import { fromBuffer } from 'yauzl'
import { assert, type Person, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { fetchAs, raw, upload } from '../../../../test/harness/files.ts'
import { emailVisibility } from '../../people/users/wire.ts'

import { ownDataADay } from './own/allowance.ts'

const unzip = (bytes: Buffer): Promise<Map<string, Buffer>> =>
  new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (problem, zip) => {
      if (problem) return reject(problem)
      const files = new Map<string, Buffer>()
      zip.on('entry', (entry) =>
        zip.openReadStream(entry, async (failed, stream) => {
          if (failed) return reject(failed)
          files.set(entry.fileName, Buffer.concat(await stream.toArray()))
          zip.readEntry()
        }),
      )
      zip.on('end', () => resolve(files))
      zip.readEntry()
    })
  })

async function download(person: Person) {
  const { status, headers, body } = await fetchAs(person, '/own-data.zip')
  assert.equal(status, 200)
  assert.match(String(headers['content-disposition']), /^attachment; filename="[\w-]+\.zip"$/)
  assert.equal(headers['cache-control'], 'private, max-age=0')
  const files = await unzip(body)
  const json = (name: string) => JSON.parse(files.get(name)?.toString() ?? 'null')
  return { files, json }
}

test("people download their own profile, settings, and messages, and no one else's", async ({ ada, ben, cleo }) => {
  const channel = await makeChannel(ada.org, 'garden', [ada, ben, cleo])
  await ada.sends('not of ben', { channel, topic: 'tea' })
  const own = await ben.sends('soup is **ready**', { channel, topic: 'tea' })
  const asked = await ada.sends('lunch?', ben)
  const answered = await ben.sends('yes', ada)
  await ada.sends('between others', cleo)
  const { url } = await upload(ben, 'notes: today.txt', 'leeks')
  await upload(ada, 'of ada.txt', 'nothing for ben')
  await ben.send('POST', '/users/me/alert_words', { alert_words: ['soup'] })
  await ben.send('PATCH', '/settings', { enter_sends: true, email_address_visibility: emailVisibility.nobody })
  const due = Math.floor(Date.now() / 1000) + 86_400
  const later = { type: 'channel', to: [channel], topic: 'tea', content: 'tomorrow', scheduled_delivery_timestamp: due }
  await ben.send('POST', '/scheduled_messages', later)
  const reminder = { message_id: asked, scheduled_delivery_timestamp: due, note: 'think of lunch' }
  await ben.send('POST', '/reminders', reminder)
  await ben.send('POST', `/messages/${asked}/reactions`, { emoji_name: 'car' })
  await ada.send('POST', `/messages/${answered}/reactions`, { emoji_name: 'tada' })
  const restriction = { kind: 'no_direct_messages', until: null, reason: 'Advertising', note: 'asked by cleo' }
  await ada.send('POST', `/users/${ben.id}/restrictions`, restriction)
  await ada.send('POST', `/users/${ben.id}/warnings`, { content: 'No advertising' })
  await ada.send('POST', `/users/${ben.id}/moderation/notes`, { content: 'cleo has complained' })
  const { modmail_id } = await ben.send('POST', '/users/me/modmail', { content: 'Why?' })
  await ada.send('POST', `/modmail/${modmail_id}/reply`, { content: 'Because of the links' })
  const { files, json } = await download(ben)
  assert.deepEqual([...files.keys()].map((name) => name.replace(/\d+-/, '1-')).sort(), [
    'export.json',
    'messages/channels.json',
    'messages/direct.json',
    'profile.json',
    'reactions.json',
    'settings.json',
    'uploads.json',
    'uploads/1-notes_ today.txt',
  ])
  assert.deepEqual([json('profile.json').full_name, json('profile.json').delivery_email], [ben.name, ben.email])
  assert.equal(json('settings.json').settings.enter_sends, true)
  assert.deepEqual(json('settings.json').alert_words, ['soup'])
  const [scheduled, ...moreScheduled] = json('settings.json').scheduled_messages
  assert.deepEqual([scheduled.channel_id, scheduled.topic, scheduled.content], [channel, 'tea', 'tomorrow'])
  const [reminded, ...moreReminders] = json('settings.json').reminders
  assert.deepEqual([reminded.message_id, reminded.note], [asked, 'think of lunch'])
  const [restricted, ...moreRestrictions] = json('settings.json').restrictions
  assert.deepEqual([restricted.kind, restricted.reason], ['no_direct_messages', 'Advertising'])
  const [warned, ...moreWarnings] = json('settings.json').warnings
  assert.deepEqual([warned.content, warned.acknowledged_at, warned.author_id], ['No advertising', null, undefined])
  const [question, answer] = json('settings.json').modmail
  assert.deepEqual([question.content, question.from_moderators], ['Why?', false])
  assert.deepEqual(
    [answer.content, answer.from_moderators, answer.author_id],
    ['Because of the links', true, undefined],
  )
  const [reaction, ...moreReactions] = json('reactions.json')
  assert.deepEqual([reaction.message_id, reaction.emoji_name], [asked, 'car'])
  assert.deepEqual([...moreScheduled, ...moreReminders, ...moreRestrictions, ...moreWarnings, ...moreReactions], [])
  const [sent, ...others] = json('messages/channels.json')
  assert.deepEqual([sent.id, sent.channel, sent.topic, sent.content], [own, 'garden', 'tea', 'soup is **ready**'])
  assert.deepEqual(others, [])
  assert.deepEqual(
    // preceded by the welcome bot's messages, followed by the warning and the moderators' reply
    json('messages/direct.json')
      .slice(-4, -2)
      .map((one: { id: number; content: string }) => [one.id, one.content]),
    [
      [asked, 'lunch?'],
      [answered, 'yes'],
    ],
  )
  const [listed] = json('uploads.json')
  assert.equal(url, `/user_uploads/${listed.path_id}`)
  assert.equal(files.get(listed.file)?.toString(), 'leeks')
  const whole = Buffer.concat([...files.values()]).toString('latin1')
  assert.ok(!whole.includes('cleo has complained'))
  for (const secret of [ben.apiKey, 'not of ben', 'between others', 'nothing for ben', 'asked by cleo'])
    assert.ok(!whole.includes(secret), secret)
})

test('lists longer than a page are complete', async ({ ada, ben }) => {
  const channel = await makeChannel(ada.org, 'garden', [ada, ben])
  const conversation = await ada.org.db.read((tx) =>
    tx
      .selectFrom('channel')
      .select('conversation_id')
      .where('id', '=', channel as never)
      .executeTakeFirstOrThrow(),
  )
  const { topic, ...row } = {
    org_id: ada.org.id,
    conversation_id: conversation.conversation_id,
    sender_id: ben.id,
    client: 'test',
    topic: 'tea',
    rendered_content: '<p>x</p>',
    renderer_version: 1,
    sent_at: new Date(),
    sender_read: true,
  }
  await ada.org.transact(null, ({ tx }) =>
    tx
      .insertInto('message')
      .values(Array.from({ length: 1_001 }, (_, n) => ({ ...row, topic, content: `${n}` })) as never)
      .execute(),
  )
  const { json } = await download(ben)
  assert.deepEqual(
    json('messages/channels.json').map(({ content }: { content: string }) => Number(content)),
    Array.from({ length: 1_001 }, (_, n) => n),
  )
})

test('own data needs authentication and is limited per day', async ({ ben }) => {
  assert.equal((await raw(ben.server, ben.org, '/own-data.zip')).status, 401)
  const { clock } = ben.server
  try {
    clock.set(new Date())
    assert.equal((await fetchAs(ben, '/own-data.zip', {}, 'HEAD')).status, 200)
    for (let n = 0; n < ownDataADay; n++) await download(ben)
    const refused = await fetchAs(ben, '/own-data.zip')
    assert.deepEqual([refused.status, refused.json.code], [429, 'RATE_LIMIT_HIT'])
    clock.set(new Date(Date.now() + 86_400_000))
    await download(ben)
  } finally {
    clock.release()
  }
})
