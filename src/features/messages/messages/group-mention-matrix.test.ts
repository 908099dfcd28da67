import { ApiError, botTypes, type GroupId, roles } from '#contract'
import { assert, type Person, type TestOrganization, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { createGroup } from '../../people/groups/api.ts'
import { groupsCache } from '../../people/groups/cache.ts'
import { createDrafts } from '../drafts/api.ts'
import { createReminder } from '../reminders/api.ts'
import { createScheduledMessage, updateScheduledMessage } from '../scheduled-messages/api.ts'
import { updateMessage } from './api/edit.ts'
import { renderMessage } from './api/render.ts'
import { sendMessage } from './api/send.ts'

const leastRoles = {
  'role:nobody': 0,
  'role:owners': roles.owner,
  'role:administrators': roles.administrator,
  'role:moderators': roles.moderator,
  'role:fullmembers': roles.member,
  'role:members': roles.member,
  'role:everyone': roles.guest,
} as const
const settings = Object.keys(leastRoles) as (keyof typeof leastRoles)[]
const later = 4_000_000_000

interface Caller {
  readonly name: string
  readonly role: number
  readonly person: Person
}

async function callers(society: TestOrganization): Promise<Caller[]> {
  const people: Caller[] = []
  for (const [name, role] of Object.entries(roles)) {
    const person = await society.join(name, role)
    people.push({ name, role, person })
    const bot = { bot_type: botTypes.generic, bot_owner_id: person.id }
    if (name === 'member') people.push({ name: 'bot', role, person: await society.join('bot', role, bot) })
  }
  return people
}

/** Whether the attempt succeeded; only a refused group mention counts as a failure. */
const allowed = (attempt: Promise<unknown>) =>
  attempt.then(
    () => true,
    (error) => {
      if (error instanceof ApiError && /not allowed to mention user group/.test(error.message)) return false
      throw error
    },
  )

/** Every way in which a user's text can start to notify people; prepares what each needs. */
async function waysOf({ person, name }: Caller, to: Person, channel: number) {
  const direct = { type: 'direct' as const, to: [to.id] }
  const { id: message_id } = await person.call(sendMessage, { ...direct, content: 'Hello' })
  const posted = await person.sends('Hello', { channel, topic: name })
  const scheduling = { ...direct, scheduled_delivery_timestamp: later }
  const ways: Record<string, (content: string) => Promise<unknown>> = {
    channel: (content) => person.sends(content, { channel, topic: name }),
    direct: (content) => person.call(sendMessage, { ...direct, content }),
    edit: (content) => person.call(updateMessage, { message_id, content }),
    'edit and move': (content) => person.call(updateMessage, { message_id: posted, content, topic: `${name} 2` }),
  }
  if (name === 'bot') return ways
  const { scheduled_message_id } = await person.call(createScheduledMessage, { ...scheduling, content: 'Hello' })
  return Object.assign(ways, {
    schedule: (content: string) => person.call(createScheduledMessage, { ...scheduling, content }),
    reschedule: (content: string) => person.call(updateScheduledMessage, { scheduled_message_id, content }),
    reminder: (note: string) => person.call(createReminder, { message_id, note, scheduled_delivery_timestamp: later }),
  })
}

test('every role can mention only allowed groups, in every kind of text', async ({ society, ada, cleo }) => {
  const groupOf = (name: string) => society.org.get(groupsCache).named(name)?.id as GroupId
  const people = await callers(society)
  const everyone = [ada, cleo, ...people.map(({ person }) => person)]
  const channel = await makeChannel(society.org, 'garden', everyone)
  await ada.send('PATCH', '/realm', {
    can_move_messages_between_topics_group: { new: groupOf('role:everyone') },
    message_content_edit_limit_seconds: 'unlimited',
  })
  const makeGroup = async (name: string, can_mention_group: number | object) =>
    ada.call(createGroup, { name, description: '', members: [cleo.id], can_mention_group } as never)
  for (const setting of settings) await makeGroup(`crew of ${setting}`, groupOf(setting))
  for (const { name, person } of people)
    await makeGroup(`crew of ${name}`, { direct_members: [person.id], direct_subgroups: [] })

  const watch = await cleo.register('message')
  const wrong: string[] = []
  let tried = 0
  let posted = 0
  const expectThat = (can: boolean, outcome: boolean, row: string) => {
    tried++
    if (can !== outcome) wrong.push(`${row}: ${outcome}`)
  }
  for (const caller of people) {
    const ways = await waysOf(caller, ada, channel)
    for (const [way, write] of Object.entries(ways)) {
      for (const setting of settings) {
        const can = caller.role <= leastRoles[setting]
        const outcome = await allowed(write(`@*crew of ${setting}*, ${way}`))
        if (outcome && way === 'channel') posted++
        expectThat(can, outcome, `${caller.name}, ${way}, ${setting}`)
        // no one can mention system groups
        expectThat(false, await allowed(write(`@*${setting}*`)), `${caller.name}, ${way}, ${setting} itself`)
        await write(`@_*${setting}* @_*crew of ${setting}*, ${way}`)
      }
      for (const { name } of people) {
        const outcome = await allowed(write(`@*crew of ${name}*, ${way}`))
        if (outcome && way === 'channel') posted++
        expectThat(name === caller.name, outcome, `${caller.name}, ${way}, ${name} alone`)
      }
    }
  }
  assert.deepEqual(wrong, [])
  assert.equal(tried, 5 * 7 * 20 + 4 * 20)
  const events = (await watch.of('message')) as unknown as { flags: string[] }[]
  assert.equal(events.filter(({ flags }) => flags.includes('mentioned')).length, posted)
})

test('drafts and previews mention no one, so anyone can write them', async ({ gus }) => {
  const content = '@*role:everyone* @**all**'
  await gus.call(renderMessage, { content })
  await gus.call(createDrafts, {
    drafts: [{ type: 'private', to: [gus.id], topic: '', content, timestamp: 1_700_000_000 }],
  })
  const { message } = await gus.refused(sendMessage, { type: 'direct', to: [gus.id], content })
  assert.match(message, /not allowed to mention user group 'role:everyone'/)
})
