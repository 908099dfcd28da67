import { asMessageId, asUserId } from '#contract'
import { assert, type Person, type TestOrganization, type TestServer, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { removeMessages } from '../../messages/messages/actions/delete.ts'
import { addSubmessage } from '../../messages/messages/submessages/api.ts'
import { notOpen } from '../../messages/messages/submessages/interactive-errors.ts'
import { noon, passTo } from '../../messages/scheduled-messages/fixture.ts'
import { createGroup, updateGroup, updateMembers } from '../../people/groups/api.ts'
import { deactivateUser } from '../../people/users/api.ts'
import * as api from './api.ts'
import { answerForm, ask, automate, botMessages, daily, post, reasonField, runsOf } from './fixture.ts'
import type { Automation } from './wire.ts'

test.beforeEach(({ server }) => server.clock.set(new Date(noon * 1000)))

const digest = '**Answers**\n{answers}\nMissing: {missing}'
const text = 'What’s new?'

interface Standup {
  readonly automation: Automation
  readonly group_id: number
  readonly lunch: number
  /** The ID of the latest form that the person got. */
  form(person: Person): Promise<number>
  /** What the bot posted in the channel. */
  digests(): Promise<string[]>
}

interface People {
  readonly ada: Person
  readonly ben: Person
  readonly cleo: Person
  readonly server: TestServer
  readonly society: TestOrganization
}

/** Asks Ben and Cleo, and posts the answers. */
async function askBoth({ ada, ben, cleo, server, society }: People, more: object = {}): Promise<Standup> {
  const lunch = await makeChannel(society.org, 'lunch', [ada])
  const { group_id } = await ada.call(createGroup, { name: 'Cooks', description: '', members: [ben.id, cleo.id] })
  const steps = [ask({ to: 'group', group_id, text, deadline_minutes: 60, ...more }), post(lunch, { text: digest })]
  const automation = await automate(ada, { trigger: daily, steps })
  await passTo(server, 60)
  return {
    ...{ automation, group_id, lunch },
    form: async (person) => (await botMessages(server, person, automation)).at(-1)?.id ?? 0,
    digests: async () => (await botMessages(server, ada, automation)).map(({ content }) => content),
  }
}

const stateOf = async (person: Person, automation: Automation) => {
  const [run] = await runsOf(person, automation)
  return run?.failure ?? run?.state
}

test('each member gets a direct message, and the run waits for all answers', async ({
  ada,
  ben,
  cleo,
  server,
  society,
}) => {
  const people = { ada, ben, cleo, server, society }
  const { automation, form, digests } = await askBoth(people)
  const [asked] = await botMessages(server, cleo, automation)
  assert.deepEqual([asked?.type, (await botMessages(server, ben, automation)).length], ['private', 1])
  await ben.refused(addSubmessage, answerForm(asked?.id ?? 0, { reason: 'x' }))
  await ben.call(addSubmessage, answerForm(await form(ben), { reason: 'Soup' }))
  await ben.refused(addSubmessage, answerForm(await form(ben), { reason: 'Stew' }), notOpen)
  assert.deepEqual([await digests(), await stateOf(ada, automation)], [[], 'waiting'])
  await cleo.call(addSubmessage, answerForm(await form(cleo), {}))
  assert.deepEqual(await digests(), [
    `**Answers**\n\n* @_**Ben|${ben.id}**: &#83;oup\n* @_**Cleo|${cleo.id}**: –\n\nMissing: –`,
  ])
  assert.match(
    (await botMessages(server, ben, automation))[0]?.content ?? '',
    /✅ Answered by @_\*\*Ben\|.*\n\n\* &#83;oup$/s,
  )
  const [run] = await runsOf(ada, automation)
  assert.deepEqual(
    [run?.state, run?.outcomes.map(({ step, result }) => [step, result])],
    [
      'done',
      [
        [0, 'answered'],
        [1, null],
      ],
    ],
  )
})

test('after the deadline, the run continues and names the people who haven’t answered', async ({
  ada,
  ben,
  cleo,
  server,
  society,
}) => {
  const people = { ada, ben, cleo, server, society }
  const { automation, ...group } = await askBoth(people)
  await ben.call(addSubmessage, answerForm(await group.form(ben), { reason: 'Soup' }))
  const form = await group.form(cleo)
  await passTo(server, 3 * 86_400)
  assert.deepEqual(
    (await group.digests())[0],
    `**Answers**\n\n* @_**Ben|${ben.id}**: &#83;oup\n\nMissing: @_**Cleo|${cleo.id}**`,
  )
  await cleo.refused(addSubmessage, answerForm(form, { reason: 'x' }), notOpen)
  assert.match(
    (await botMessages(server, cleo, automation))[0]?.content ?? '',
    /⌛ Expired: no one answered in time\.$/,
  )
})

test('two last answers at once move the run on once', async ({ ada, ben, cleo, server, society }) => {
  const people = { ada, ben, cleo, server, society }
  const { automation, form, digests } = await askBoth(people)
  const forms = [await form(ben), await form(cleo)]
  await Promise.all([
    ben.call(addSubmessage, answerForm(forms[0] ?? 0, { reason: 'B' })),
    cleo.call(addSubmessage, answerForm(forms[1] ?? 0, { reason: 'C' })),
  ])
  assert.equal((await digests()).length, 1)
  assert.equal(await stateOf(ada, automation), 'done')
})

test('members who leave the group or are deactivated are no longer waited for', async ({
  ada,
  ben,
  cleo,
  server,
  society,
}) => {
  const people = { ada, ben, cleo, server, society }
  const { automation, group_id, form, digests } = await askBoth(people)
  const forms = [await form(ben), await form(cleo)]
  await ada.call(updateMembers, { user_group_id: group_id, delete: [ben.id] })
  await ben.refused(addSubmessage, answerForm(forms[0] ?? 0, { reason: 'x' }), notOpen)
  assert.equal(await stateOf(ada, automation), 'waiting')
  await ada.call(deactivateUser, { user_id: cleo.id })
  assert.deepEqual(await digests(), ['**Answers**\n\n–\n\nMissing: –'])
})

test('members who leave a subgroup are no longer waited for', async ({ ada, ben, cleo, server, society }) => {
  const people = { ada, ben, cleo, server, society }
  const { group_id } = await ada.call(createGroup, { name: 'Bakers', description: '', members: [cleo.id] })
  const { group_id: all } = await ada.call(createGroup, {
    name: 'All',
    description: '',
    members: [ben.id],
    subgroups: [group_id],
  })
  const { automation, form, digests } = await askBoth(people, { group_id: all })
  await ben.call(addSubmessage, answerForm(await form(ben), { reason: 'Soup' }))
  await ada.call(updateMembers, { user_group_id: group_id, delete: [cleo.id] })
  assert.equal((await digests()).length, 1)
  assert.equal((await botMessages(server, ben, automation)).length, 1)
})

test('a deleted form is no longer waited for', async ({ ada, ben, cleo, server, society }) => {
  const people = { ada, ben, cleo, server, society }
  const { automation, form, digests } = await askBoth(people)
  const id = asMessageId(await form(cleo))
  await society.org.transact(null, (mutation) => removeMessages(mutation, [id], asUserId(ada.id)))
  await ben.call(addSubmessage, answerForm(await form(ben), { reason: 'Soup' }))
  assert.equal((await digests()).length, 1)
  assert.equal(await stateOf(ada, automation), 'done')
})

test('canceling the run closes all forms', async ({ ada, ben, cleo, server, society }) => {
  const people = { ada, ben, cleo, server, society }
  const { automation, form } = await askBoth(people)
  const [run] = await runsOf(ada, automation)
  await ada.call(api.cancelAutomationRun, { run_id: run?.run_id ?? 0 })
  for (const person of [ben, cleo]) await person.refused(addSubmessage, answerForm(await form(person), {}), notOpen)
})

test('a group of more than 100 people can’t be asked', async ({ ada, server, society }) => {
  const people = await Promise.all(Array.from({ length: 101 }, (_, at) => society.join(`Person ${at}`)))
  const members = people.map(({ id }) => id)
  const { group_id } = await ada.call(createGroup, { name: 'Crowd', description: '', members })
  const params = { name: 'Ask', trigger: daily, steps: [ask({ to: 'group', group_id })] }
  const { message } = await ada.refusedRaw('POST', '/automations', params)
  assert.match(message, /steps\[0\]\.group_id: has too many members \(limit: 100\)/)
  await ada.call(updateMembers, { user_group_id: group_id, delete: members.slice(0, 1) })
  const automation = await automate(ada, params)
  await ada.call(updateMembers, { user_group_id: group_id, add: members.slice(0, 1) })
  await passTo(server, 60)
  assert.equal(await stateOf(ada, automation), 'The group has more than 100 members')
  await ada.call(updateMembers, { user_group_id: group_id, delete: members.slice(0, 1) })
  const [run] = await runsOf(ada, automation)
  await ada.call(api.retryAutomationRun, { run_id: run?.run_id ?? 0 })
  await server.runtime.timer.wake()
  assert.equal(await stateOf(ada, automation), 'waiting')
  const [last] = people.slice(-1)
  assert.equal(last && (await botMessages(server, last, automation)).length, 1)
})

test('a group that its editor can’t mention can’t be asked, then or later', async ({ ada, ben, cleo, server }) => {
  const { group_id } = await ada.call(createGroup, { name: 'Quiet', description: '', members: [ben.id] })
  const params = { name: 'Ask', trigger: daily, steps: [ask({ to: 'group', group_id })] }
  const automation = await automate(ada, params)
  await ada.call(updateGroup, {
    user_group_id: group_id,
    can_mention_group: { new: { direct_members: [cleo.id], direct_subgroups: [] } },
  })
  const { message } = await ada.refusedRaw('POST', '/automations', params)
  assert.match(message, /steps\[0\]\.group_id: is a group you can't mention/)
  await passTo(server, 60)
  assert.match((await stateOf(ada, automation)) ?? '', /^Neither the automation's bot nor/)
  assert.deepEqual(await botMessages(server, ben, automation), [])
})

test('renaming an automation that asks a group requires permission to mention it', async ({
  ada,
  ben,
  ines,
  server,
}) => {
  const { group_id } = await ada.call(createGroup, {
    ...{ name: 'Quiet', description: '', members: [ben.id] },
    can_mention_group: { direct_members: [ada.id], direct_subgroups: [] },
  })
  const automation = await automate(ada, { trigger: daily, steps: [ask({ to: 'group', group_id })] })
  const { automation_id, revision } = automation
  const rename = { automation_id, expected_revision: revision, name: 'Other' }
  const { message } = await ines.refusedRaw('PATCH', `/automations/${automation_id}`, rename)
  assert.match(message, /steps\[0\]\.group_id: is a group you can't mention/)
  await ada.call(api.updateAutomation, rename)
  await passTo(server, 60)
  assert.equal(await stateOf(ada, automation), 'waiting')
})

test('empty and deactivated groups fail the run', async ({ ada, server }) => {
  const { group_id } = await ada.call(createGroup, { name: 'Empty group', description: '', members: [] })
  const automation = await automate(ada, { trigger: daily, steps: [ask({ to: 'group', group_id })] })
  await passTo(server, 60)
  assert.equal(await stateOf(ada, automation), 'The group has no active members')
  await ada.send('POST', `/user_groups/${group_id}/deactivate`)
  const [run] = await runsOf(ada, automation)
  await ada.call(api.retryAutomationRun, { run_id: run?.run_id ?? 0 })
  await server.runtime.timer.wake()
  assert.equal(await stateOf(ada, automation), 'User group is deactivated.')
})

test('many long answers fit in a message', async ({ ada, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada])
  const people = await Promise.all(Array.from({ length: 40 }, (_, at) => society.join(`Person ${at}`)))
  const { group_id } = await ada.call(createGroup, {
    name: 'Crowd',
    description: '',
    members: people.map(({ id }) => id),
  })
  const fields = [reasonField, { ...reasonField, name: 'second', label: '*Second*' }]
  const steps = [ask({ to: 'group', group_id, fields }), post(lunch, { text: digest })]
  const automation = await automate(ada, { trigger: daily, steps })
  await passTo(server, 60)
  for (const person of people.slice(0, 39)) {
    const [asked] = await botMessages(server, person, automation)
    await person.call(
      addSubmessage,
      answerForm(asked?.id ?? 0, { reason: '@**all** *'.repeat(20), second: 'x'.repeat(300) }),
    )
  }
  await passTo(server, 91 * 86_400)
  const [posted] = await botMessages(server, ada, automation)
  assert.match(posted?.content ?? '', /\n\* \d+ more people\n\nMissing: @_\*\*Person 39\|\d+\*\*$/)
  assert.doesNotMatch(posted?.content ?? '', /@\*\*all/)
})
