import { apiError } from '#contract'
import { assert, type Person, type TestOrganization, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { createGroup, updateGroup } from '../../people/groups/api.ts'
import { groupsCache } from '../../people/groups/cache.ts'
import { createReminder } from '../reminders/api.ts'
import { createScheduledMessage, updateScheduledMessage } from '../scheduled-messages/api.ts'
import { at, noon, passTo, pending, schedule } from '../scheduled-messages/fixture.ts'
import { updateMessage } from './api/edit.ts'
import { groupMentionRefused, sendMessage } from './api/send.ts'

const refused = (name: string) => apiError(400, 'BAD_REQUEST', groupMentionRefused.message.replace('{name}', name))
const groupNamed = ({ org }: TestOrganization, name: string) => org.get(groupsCache).named(name)?.id as number

async function crew(ada: Person, ben: Person, society: TestOrganization): Promise<number> {
  const moderators = groupNamed(society, 'role:moderators')
  const { group_id } = await ada.call(createGroup, {
    name: 'crew',
    description: '',
    members: [ada.id, ben.id],
    can_mention_group: moderators,
  })
  return group_id
}

test("the group of everyone can't be mentioned in any kind of text", async ({ ada, ben }) => {
  const channel = await makeChannel(ada.org, 'garden', [ada, ben])
  const content = 'Dear @*role:everyone*, look'
  const watch = await ada.register('message')
  for (const person of [ada, ben]) {
    const error = refused('role:everyone')
    await person.refused(sendMessage, { type: 'stream', to: channel, topic: 'roses', content }, error)
    await person.refused(sendMessage, { type: 'direct', to: [ada.id], content }, error)
    const id = await person.sends('Dear all', ada)
    await person.refused(updateMessage, { message_id: id, content }, error)
    await person.refused(createReminder, { message_id: id, note: content, scheduled_delivery_timestamp: 4e9 }, error)
    await person.refused(
      createScheduledMessage,
      { type: 'direct', to: [ada.id], content, scheduled_delivery_timestamp: 4e9 },
      error,
    )
  }
  const quiet = 'Dear @_*role:everyone*, look\n\n> @*role:everyone*\n\n`@*role:everyone*`'
  await ben.sends(quiet, { channel, topic: 'roses' })
  const flags = (await watch.of('message')).map((event) => (event as unknown as { flags: string[] }).flags)
  assert.ok(flags.every((one) => !one.includes('mentioned')))
})

test('everyone can mention a group unless its setting says otherwise', async ({ ada, ben, momo, society }) => {
  const group = await crew(ada, ben, society)
  const channel = await makeChannel(ada.org, 'garden', [ada, ben, momo])
  const call = { type: 'stream', to: channel, topic: 'roses', content: '@*crew* come' } as const
  await momo.call(sendMessage, call)
  await ben.refused(sendMessage, call, refused('crew'))
  await ada.call(updateGroup, {
    user_group_id: group,
    can_mention_group: { new: groupNamed(society, 'role:everyone') },
  })
  await ben.call(sendMessage, call)
})

test("a scheduled message isn't sent if its author can't mention the group anymore", async ({
  ada,
  ben,
  server,
  society,
}) => {
  server.clock.set(new Date(noon * 1000))
  const group = await crew(ada, ben, society)
  const everyone = groupNamed(society, 'role:everyone')
  await ada.call(updateGroup, { user_group_id: group, can_mention_group: { new: everyone } })
  const scheduled_message_id = await schedule(ben, { to: [ada.id], content: '@*crew* come' })
  await ada.call(updateGroup, {
    user_group_id: group,
    can_mention_group: { new: groupNamed(society, 'role:moderators') },
  })
  await ben.refused(
    updateScheduledMessage,
    { scheduled_message_id, content: '@*crew*, do come', scheduled_delivery_timestamp: at(90) },
    refused('crew'),
  )
  const inbox = await ada.register('message')
  await passTo(server, 61)
  assert.deepEqual(
    (await pending(ben)).map(({ failed }) => failed),
    [true],
  )
  assert.deepEqual(await inbox.ops(), [])
  server.clock.release()
})

test("notices don't mention anyone through names that users chose", async ({ ada, ben }) => {
  const channel = await makeChannel(ada.org, 'garden', [ada, ben])
  const id = await ben.sends('Red', { channel, topic: 'roses' })
  const watch = await ada.register('message')
  await ada.call(updateMessage, {
    message_id: id,
    topic: 'x** @*role:everyone* @**all** **',
    propagate_mode: 'change_all',
    send_notification_to_old_thread: true,
    send_notification_to_new_thread: true,
  })
  const events = (await watch.of('message')) as unknown as { flags: string[] }[]
  assert.equal(events.length, 2)
  for (const { flags } of events) assert.ok(!flags.some((flag) => flag.includes('mentioned')), flags.join())
})
