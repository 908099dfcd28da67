import { createHash } from 'node:crypto'
import { assert, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { upload } from '../../../../test/harness/files.ts'
import * as api from './api/edit.ts'
import { invalidMessages, updateMessageFlags } from './api/flags.ts'
import { channelWildcardRefused } from './api/send.ts'

const watched = ['message', 'update_message', 'delete_message', 'update_message_flags', 'starred_messages']
const hash = (text: string) => createHash('sha256').update(text).digest('hex')

test('editing your own message replaces and renders its text and notifies its readers', async ({
  ada,
  ben,
  cleo,
  society,
}) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const id = await ada.sends('Hello', { channel: lunch, topic: 'soup' })
  await ben.call(updateMessageFlags, { messages: [id], op: 'add', flag: 'starred' })
  const [mine, theirs, outside] = [
    await ada.register(...watched),
    await ben.register(...watched),
    await cleo.register(...watched),
  ]
  assert.deepEqual(await ada.call(api.updateMessage, { message_id: id, content: ' **Hi** @**Ben** ' }), {
    detached_uploads: [],
  })
  const [event] = await theirs.of('update_message')
  const { edit_timestamp, ...rest } = event as { edit_timestamp: number }
  assert.ok(edit_timestamp > 1_600_000_000)
  assert.deepEqual(rest, {
    type: 'update_message',
    user_id: ada.id,
    rendering_only: false,
    message_id: id,
    message_ids: [id],
    stream_id: lunch,
    stream_name: 'lunch',
    orig_content: 'Hello',
    orig_rendered_content: '<p>Hello</p>',
    content: ' **Hi** @**Ben**',
    rendered_content: `<p><strong>Hi</strong> <span class="user-mention" data-user-id="${ben.id}">@Ben</span></p>`,
    is_me_message: false,
    flags: ['starred', 'mentioned'],
  })
  assert.deepEqual(await outside.ops(), [])
  await mine.agreesWithFreshRegister()
  await theirs.agreesWithFreshRegister()
  assert.deepEqual((theirs.reduced().unread_msgs as { mentions: number[] }).mentions, [id])
  const { message } = (await ben.send('GET', `/messages/${id}`)) as { message: Record<string, unknown> }
  assert.deepEqual(message.flags, ['starred', 'mentioned'])
  assert.equal(message.last_edit_timestamp, edit_timestamp)
  assert.equal(message.last_moved_timestamp, undefined)
  assert.deepEqual(message.edit_history, [
    { user_id: ada.id, timestamp: edit_timestamp, prev_content: 'Hello', prev_rendered_content: '<p>Hello</p>' },
  ])
  await ada.call(api.updateMessage, { message_id: id, content: 'No names' })
  await theirs.agreesWithFreshRegister()
  assert.deepEqual((theirs.reduced().unread_msgs as { mentions: number[] }).mentions, [])
})

test('editing a direct message notifies its members', async ({ ada, ben, cleo }) => {
  const id = await ada.sends('one', ben)
  const [mine, theirs, outside] = [
    await ada.register(...watched),
    await ben.register(...watched),
    await cleo.register(...watched),
  ]
  await ada.call(api.updateMessage, { message_id: id, content: '/me hums', prev_content_sha256: hash('one') })
  const [event] = await theirs.of('update_message')
  assert.equal(event?.is_me_message, true)
  assert.equal(event?.stream_id, undefined)
  assert.deepEqual(event?.flags, [])
  for (const watch of [mine, theirs]) await watch.agreesWithFreshRegister()
  assert.deepEqual(await outside.ops(), [])
})

test('editing a text that has changed since returns an error and changes nothing', async ({ ada, ben }) => {
  const id = await ada.sends('one', ben)
  const watch = await ben.register(...watched)
  const edit = { message_id: id, content: 'three', prev_content_sha256: hash('two') }
  const error = await ada.refused(api.updateMessage, edit, api.contentChanged)
  assert.deepEqual([error.code, Object.keys(error.fields)], ['EXPECTATION_MISMATCH', []])
  await ada.call(api.updateMessage, { ...edit, prev_content_sha256: hash('one').toUpperCase() })
  assert.deepEqual(await watch.ops(), ['update_message'])
})

test('a move is refused, too, if the client knew another text', async ({ ada, society }) => {
  const id = await ada.sends('one', { channel: await makeChannel(society.org, 'lunch', [ada]), topic: 'soup' })
  const move = { message_id: id, topic: 'salad', prev_content_sha256: hash('two') }
  await ada.refused(api.updateMessage, move, api.contentChanged)
  await ada.call(api.updateMessage, { ...move, prev_content_sha256: hash('one') })
})

test("only the sender can edit, within the organization's time limit", async ({ ada, ben, gus, server }) => {
  const id = await ben.sends('one', ada)
  const edit = { message_id: id, content: 'two' }
  await ada.refused(api.updateMessage, edit, api.cannotEdit)
  await gus.refused(api.updateMessage, edit, invalidMessages)
  await gus.refused(api.updateMessage, { ...edit, message_id: id + 10_000 }, invalidMessages)
  const setting = (changes: Record<string, unknown>) => ada.send('PATCH', '/realm', changes)
  await setting({ allow_message_editing: false })
  await ben.refused(api.updateMessage, edit, api.editingTurnedOff)
  await setting({ allow_message_editing: true, message_content_edit_limit_seconds: 60 })
  server.clock.set(new Date(Date.now() + 70_000))
  await ben.call(api.updateMessage, edit)
  server.clock.advance(20_000)
  await ben.refused(api.updateMessage, { ...edit, content: 'three' }, api.editTooLate)
  await setting({ message_content_edit_limit_seconds: 'unlimited' })
  await ben.call(api.updateMessage, { ...edit, content: 'three' })
  server.clock.release()
})

test('editing to the same text succeeds without an event', async ({ ada, ben, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const id = await ada.sends('Hello', { channel: lunch, topic: 'soup' })
  const watch = await ben.register(...watched)
  for (const more of [{}, { topic: 'soup' }]) {
    const { detached_uploads } = await ada.call(api.updateMessage, { message_id: id, content: 'Hello ', ...more })
    assert.deepEqual(detached_uploads, [])
  }
  await ben.refused(api.updateMessage, { message_id: id, content: 'Hello' }, api.cannotEdit)
  assert.deepEqual(await watch.ops(), [])
})

test('invalid edits are refused and change nothing', async ({ ada, ben, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const id = await ada.sends('Hello', { channel: lunch, topic: 'soup' })
  const talk = await ada.sends('Hello', ben)
  const watch = await ben.register(...watched)
  await ada.refused(api.updateMessage, { message_id: id }, api.nothingToChange)
  await ada.refused(api.updateMessage, { message_id: id, topic: 'soup', stream_id: lunch }, api.nothingToChange)
  await ada.refused(
    api.updateMessage,
    { message_id: id, content: 'x', propagate_mode: 'change_all' },
    api.nothingToPropagate,
  )
  await ada.refused(api.updateMessage, { message_id: id, content: 'x', stream_id: lunch }, api.contentAndChannel)
  await ada.refused(api.updateMessage, { message_id: talk, topic: 'soup' }, api.directWithoutTopic)
  await ada.refused(api.updateMessage, { message_id: talk, stream_id: lunch }, api.directWithoutChannel)
  for (const params of [{ content: ' ' }, { content: 'x'.repeat(10_001) }, { topic: 'x'.repeat(61) }])
    await ada.refused(api.updateMessage, { message_id: id, ...params })
  for (const [name, value] of [
    ['propagate_mode', 'change_some'],
    ['stream_id', 'lunch'],
    ['send_notification_to_new_thread', 'perhaps'],
  ])
    assert.match(
      (await ada.refusedRaw('PATCH', `/messages/${id}`, { [name as string]: value })).message,
      RegExp(`${name}`),
    )
  assert.deepEqual(await watch.ops(), [])
  const { message } = (await ben.send('GET', `/messages/${id}`)) as { message: Record<string, unknown> }
  assert.equal(message.edit_history, undefined)
})

test('files without a message after an edit are listed for their owner', async ({ ada, ben }) => {
  const { url } = await upload(ada, 'a.txt', 'x')
  const id = await ada.sends(`[a](${url})`, ben)
  const { detached_uploads } = await ada.call(api.updateMessage, { message_id: id, content: 'no file' })
  assert.deepEqual(
    detached_uploads.map(({ name, messages }) => [name, messages]),
    [['a.txt', []]],
  )
  await ada.call(api.updateMessage, { message_id: id, content: `again [a](${url})` })
  const { attachments } = (await ada.send('GET', '/attachments')) as { attachments: { message_ids: number[] }[] }
  assert.deepEqual(attachments[0]?.message_ids, [id])
})

test('polls cannot be edited', async ({ ada, ben }) => {
  const id = await ada.sends('/poll Soup?\nyes\nno', ben)
  await ada.refused(api.updateMessage, { message_id: id, content: 'x' }, api.widgetNotEditable)
})

test("an edit can't mention more people than its sender is allowed to", async ({ ada, ben, society }) => {
  const crowd = []
  for (let count = 0; count < 15; count++) crowd.push(await society.join(`Person ${count}`))
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben, ...crowd])
  const id = await ben.sends('Hello', { channel: lunch, topic: 'soup' })
  await ben.refused(api.updateMessage, { message_id: id, content: '@**all** hello' }, channelWildcardRefused)
  await ben.call(api.updateMessage, { message_id: id, content: '`@**all**` hello' })
})
