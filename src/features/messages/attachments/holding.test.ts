import { assert, type Person, test } from '#test'
import { joinChannel, leaveChannel, makeChannel } from '../../../../test/harness/channel.ts'
import { fetchAs, upload } from '../../../../test/harness/files.ts'
import { type Attachment, getAttachments, noSuchAttachment, removeAttachment } from './api.ts'
import { attachmentsFeature } from './index.ts'

const link = ({ url, filename }: { url: string; filename: string }) => `See [${filename}](${url})`
const statusFor = async (person: Person, path: string) => (await fetchAs(person, path)).status

const can = async (url: string, people: Record<string, Person>) => {
  const those: string[] = []
  for (const [name, person] of Object.entries(people)) {
    const status = await statusFor(person, url)
    assert.ok(status === 200 || status === 404)
    assert.equal(await statusFor(person, `/api/v1${url}`), status, 'the API agrees')
    if (status === 200) those.push(name)
  }
  return those
}

test('only the owner can fetch a file that no message links to', async ({ ada, ben, ines, gus }) => {
  const { url } = await upload(ben, 'plan.txt', 'x')
  assert.deepEqual(await can(url, { ada, ben, ines, gus }), ['ben'])
})

test('a direct message shares a file only with its participants', async ({ ada, ben, cleo, ines }) => {
  const file = await upload(ben, 'plan.txt', 'x')
  await ben.sends(link(file), cleo)
  assert.deepEqual(await can(file.url, { ada, ben, cleo, ines }), ['ben', 'cleo'])
})

test('people who can read a channel can fetch the files of its messages', async ({ ada, ben, cleo, gus }) => {
  await makeChannel(ben.org, 'open', [ben])
  const id = await makeChannel(ben.org, 'closed', [ben, cleo], { invite_only: true })
  const [open, closed] = [await upload(ben, 'a.txt', 'x'), await upload(ben, 'b.txt', 'x')]
  await ben.sends(link(open), { channel: 'open', topic: 'files' })
  await ben.sends(link(closed), { channel: 'closed', topic: 'files' })
  assert.deepEqual(await can(open.url, { ada, ben, cleo, gus }), ['ada', 'ben', 'cleo'])
  assert.deepEqual(await can(closed.url, { ada, ben, cleo, gus }), ['ben', 'cleo'])
  await leaveChannel(ben.org, id, cleo)
  assert.deepEqual(await can(closed.url, { ada, ben, cleo, gus }), ['ben'])
})

test('protected history hides its files from people who join later', async ({ ben, cleo }) => {
  const id = await makeChannel(ben.org, 'history', [ben], { invite_only: true, history_public_to_subscribers: false })
  const [early, late] = [await upload(ben, 'a.txt', 'x'), await upload(ben, 'b.txt', 'x')]
  await ben.sends(link(early), { channel: 'history', topic: 'files' })
  await joinChannel(ben.org, id, cleo, ben)
  await ben.sends(link(late), { channel: 'history', topic: 'files' })
  assert.deepEqual(await can(early.url, { ben, cleo }), ['ben'])
  assert.deepEqual(await can(late.url, { ben, cleo }), ['ben', 'cleo'])
})

test('a link shares only files that its sender can fetch', async ({ ada, ben, cleo }) => {
  const file = await upload(ben, 'plan.txt', 'x')
  await cleo.sends(link(file), ada)
  assert.deepEqual(await can(file.url, { ada, ben, cleo }), ['ben'])
  await ben.sends(link(file), cleo)
  assert.deepEqual(await can(file.url, { ada, ben, cleo }), ['ben', 'cleo'])
  await cleo.sends(link(file), ada)
  assert.deepEqual(await can(file.url, { ada, ben, cleo }), ['ada', 'ben', 'cleo'])
})

test("links count in every form, and text that looks like a link doesn't", async ({ ben, cleo }) => {
  const shared = async (text: (url: string) => string) => {
    const { url } = await upload(ben, 'снимок 1.txt', 'x')
    await ben.sends(text(url), cleo)
    return (await can(url, { cleo })).length === 1
  }
  assert.ok(await shared((url) => `[x](${url})`))
  assert.ok(await shared((url) => `[x](${decodeURIComponent(url)})`))
  assert.ok(await shared((url) => `[a](${url}) and [b](${url})`))
  assert.ok(!(await shared((url) => `\`${url}\``)))
  assert.ok(!(await shared((url) => `[x](${url}/more)`)))
  // not a valid path, but no error either
  assert.ok(!(await shared(() => `[x](/user_uploads/${ben.org.id}/ab/c/%00)`)))
})

test('a deleted message no longer shares its files', async ({ ben, cleo }) => {
  const file = await upload(ben, 'plan.txt', 'x')
  const id = await ben.sends(link(file), cleo)
  assert.deepEqual(await can(file.url, { ben, cleo }), ['ben', 'cleo'])
  await ben.org.transact(null, ({ tx }) => tx.deleteFrom('message').where('id', '=', id).execute())
  assert.deepEqual(await can(file.url, { ben, cleo }), ['ben'])
})

test('a moved message shares its files with people who can read it there', async ({ ben, cleo, ada }) => {
  await makeChannel(ben.org, 'first', [ben, cleo], { invite_only: true })
  await makeChannel(ben.org, 'second', [ben, ada], { invite_only: true })
  const file = await upload(ben, 'plan.txt', 'x')
  const id = await ben.sends(link(file), { channel: 'first', topic: 'files' })
  assert.deepEqual(await can(file.url, { ada, ben, cleo }), ['ben', 'cleo'])
  await ben.org.transact(null, async ({ tx }) => {
    const { conversation_id } = await tx
      .selectFrom('channel')
      .select('conversation_id')
      .where('org_id', '=', ben.org.id)
      .where('name', '=', 'second')
      .executeTakeFirstOrThrow()
    await tx.updateTable('message').set({ conversation_id }).where('id', '=', id).execute()
  })
  assert.deepEqual(await can(file.url, { ada, ben, cleo }), ['ada', 'ben'])
})

test('a file in many messages is found in the readable one', async ({ ada, ben, cleo }) => {
  const file = await upload(ben, 'plan.txt', 'x')
  await ben.sends(link(file), cleo)
  const id = await ben.sends(link(file), ada)
  await ben.org.transact(null, async ({ tx, org }) => {
    const { id: _, ...copy } = await tx.selectFrom('message').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const rows = await tx
      .insertInto('message')
      .values(Array.from({ length: 1_200 }, () => copy))
      .returning('id')
      .execute()
    const { attachment_id } = await tx
      .selectFrom('attachment_message')
      .selectAll()
      .where('message_id', '=', id)
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('attachment_message')
      .values(rows.map((row) => ({ org_id: org.id, attachment_id, message_id: row.id })))
      .execute()
  })
  assert.deepEqual(await can(file.url, { ada, ben, cleo }), ['ada', 'ben', 'cleo'])
})

test('a scheduled message shares its file when it is sent', async ({ ben, cleo, server }) => {
  server.clock.set(new Date('2026-11-21T12:00:00Z'))
  const file = await upload(ben, 'plan.txt', 'x')
  await ben.send('POST', '/scheduled_messages', {
    type: 'direct',
    to: [cleo.id],
    content: link(file),
    scheduled_delivery_timestamp: Date.UTC(2026, 10, 21, 13) / 1000,
  })
  assert.deepEqual(await can(file.url, { ben, cleo }), ['ben'])
  server.clock.advance(3_600_000)
  await server.runtime.timer.wake()
  assert.deepEqual(await can(file.url, { ben, cleo }), ['ben', 'cleo'])
  server.clock.release()
})

test('the owner sees which messages link to a file, and gets events', async ({ ben, cleo, server }) => {
  server.clock.set(new Date('2026-11-21T12:00:00.900Z'))
  const watch = await ben.register('attachment')
  const theirs = await cleo.register('attachment')
  const file = await upload(ben, 'plan.txt', '12345')
  const id = await ben.sends(link(file), cleo)
  const [added, updated] = await watch.of('attachment')
  const at = Date.UTC(2026, 10, 21, 12) / 1000
  const facts = {
    id: (added as { attachment: Attachment }).attachment.id,
    name: 'plan.txt',
    path_id: decodeURIComponent(file.url.slice('/user_uploads/'.length)),
    size: 5,
    create_time: at,
  }
  const before = { ...facts, message_ids: [], messages: [] }
  const after = { ...facts, message_ids: [id], messages: [{ id, date_sent: at }] }
  assert.deepEqual(added, { type: 'attachment', op: 'add', attachment: before, upload_space_used: 5 })
  assert.deepEqual(updated, { type: 'attachment', op: 'update', attachment: after, upload_space_used: 5 })
  assert.deepEqual(await ben.call(getAttachments), { attachments: [after], upload_space_used: 5 })
  assert.deepEqual(await cleo.call(getAttachments), { attachments: [], upload_space_used: 5 })
  assert.deepEqual(await theirs.ops(), [])
  server.clock.release()
})

test('only the owner can delete a file', async ({ ada, ben, cleo }) => {
  const [file, other] = [await upload(ben, 'plan.txt', '12345'), await upload(ben, 'other.txt', '123')]
  await ben.sends(link(file), cleo)
  const { attachments } = await ben.call(getAttachments)
  const [{ id = 0 } = {}] = attachments
  for (const person of [ada, cleo]) await person.refused(removeAttachment, { attachment_id: id }, noSuchAttachment)
  await ben.refused(removeAttachment, { attachment_id: id + 1_000 }, noSuchAttachment)
  assert.match((await ben.refusedRaw('DELETE', '/attachments/x')).code, /NOT_FOUND|BAD_REQUEST/)
  const watch = await ben.register('attachment')
  await ben.call(removeAttachment, { attachment_id: id })
  assert.deepEqual(await watch.of('attachment'), [
    { type: 'attachment', op: 'remove', attachment: { id }, upload_space_used: 3 },
  ])
  for (const person of [ben, cleo]) assert.equal(await statusFor(person, file.url), 404)
  assert.equal(
    await ben.server.runtime.blobs.get(decodeURIComponent(file.url).split('/').slice(2, 5).join('/')),
    undefined,
  )
  assert.equal(await statusFor(ben, other.url), 200)
  await ben.refused(removeAttachment, { attachment_id: id }, noSuchAttachment)
  assert.equal((await ben.call(getAttachments)).upload_space_used, 3)
})

test('files that no message links to are deleted after a time', async ({ ben, cleo, server }) => {
  const start = new Date('2026-11-21T12:00:00Z')
  server.clock.set(start)
  const [job] = attachmentsFeature.repeated ?? []
  const days = async (count: number) => {
    server.clock.set(new Date(start.getTime() + count * 86_400_000))
    await job?.run(ben.org, server.runtime, () => true)
  }
  const [unused, used, released] = [
    await upload(ben, 'a', 'x'),
    await upload(ben, 'b', 'x'),
    await upload(ben, 'c', 'x'),
  ]
  await ben.sends(link(used), cleo)
  const id = await ben.sends(link(released), cleo)
  const left = async () => (await ben.call(getAttachments)).attachments.map(({ name }) => name)
  await days(27)
  assert.deepEqual(await left(), ['a', 'b', 'c'])
  await ben.org.transact(null, ({ tx }) => tx.deleteFrom('message').where('id', '=', id).execute())
  await days(28)
  assert.deepEqual(await left(), ['b', 'c'])
  assert.equal(await statusFor(ben, unused.url), 404)
  // counted from when the last link was removed
  await days(55)
  assert.deepEqual(await left(), ['b', 'c'])
  await days(56)
  assert.deepEqual(await left(), ['b'])
  assert.equal((await ben.call(getAttachments)).upload_space_used, 1)
  server.clock.release()
})
