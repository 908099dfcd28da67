import { assert, type Person, type TestOrganization, test } from '#test'
import { pollOf } from '../../../../web/widgets/poll.ts'
import { begun } from '../../../../web/widgets/submessages.ts'
import { taskListOf } from '../../../../web/widgets/todo.ts'
import type { Submessage } from '../../messages/messages/wire.ts'
import * as fields from '../../people/profile-fields/api.ts'
import { fieldTypes } from '../../people/profile-fields/field-types.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { claimed, readable, takeIn } from './fixture.ts'
import { message, smallExport, submessage } from './sources/zulip/fixture.ts'

const widgetOf = async (person: Person, content: string) => {
  const found = (await readable(person)).find((one) => one.content.startsWith(content))
  const { submessages, sender_id } = (found ?? assert.fail(`nobody wrote ${content}`)) as unknown as {
    submessages: Submessage[]
    sender_id: number
  }
  return { widget: begun(submessages), sender: sender_id }
}
const idOf = ({ org }: TestOrganization, name: string) => org.get(peopleCache).named(name)[0]?.id

test('polls and to-do lists are imported with what people did', async ({ server, society, ada }) => {
  const parts = smallExport()
  const poll = { widget_type: 'poll', extra_data: { question: 'Where?', options: ['Here', 'There'] } }
  const list = { widget_type: 'todo', extra_data: { task_list_title: 'Ship', tasks: [{ task: 'Test', desc: 'all' }] } }
  parts.messages[0]?.zerver_message?.push(
    message(20, 1, 101, '/poll Where?\nHere\nThere'),
    message(21, 2, 101, '/todo Ship\nTest: all'),
  )
  // later than the others, and in a table before the messages
  parts.realm.zerver_submessage = [
    submessage(7, 20, 1, { type: 'question', question: 'Where to?' }),
    submessage(6, 20, 1, { type: 'vote', key: '2,0', vote: 1 }),
    submessage(1, 20, 1, poll),
    submessage(2, 20, 2, { type: 'new_option', idx: 0, option: 'Elsewhere' }),
    submessage(3, 20, 3, { type: 'vote', key: 'canned,1', vote: 1 }),
    submessage(4, 20, 2, { type: 'vote', key: 'canned,1', vote: 1 }),
    submessage(5, 20, 2, { type: 'vote', key: 'canned,1', vote: -1 }),
    submessage(8, 20, 999, { type: 'vote', key: 'canned,0', vote: 1 }),
    submessage(9, 20, 1, '{broken'),
    submessage(10, 20, 1, { type: 'vote', key: '__proto__', vote: 1 }),
  ]
  const rows = [
    submessage(11, 21, 2, list),
    submessage(12, 21, 1, { type: 'new_task', key: 0, task: 'Sail', desc: 'far', completed: false }),
    submessage(13, 21, 2, { type: 'strike', key: '0,1' }),
  ]
  parts.messages[0] = { zerver_submessage: rows, ...parts.messages[0] }
  const dry = await takeIn(server, society.org, parts, { isDryRun: true })
  const { outcome } = await takeIn(server, society.org, parts)
  assert.deepEqual(outcome.lost, { 'Unreadable votes and checks': 2, 'Votes and checks by unknown people': 1 })
  assert.deepEqual(dry.outcome.lost, outcome.lost)
  assert.equal(outcome.counts['polls and to-do lists'], 2)
  const asked = await widgetOf(ada, '/poll')
  const [oldAda, ben, cleo] = ['Ada', 'Ben', 'Cleo'].map((name) =>
    name === 'Ada' ? society.org.get(peopleCache).withDeliveryEmail('ada@old.example')?.id : idOf(society, name),
  )
  assert.deepEqual(asked.widget && pollOf(asked.widget, asked.sender), {
    question: 'Where to?',
    options: [
      { key: 'canned,0', text: 'Here', voters: [] },
      { key: 'canned,1', text: 'There', voters: [cleo] },
      { key: `${ben},0`, text: 'Elsewhere', voters: [oldAda] },
    ],
  })
  const planned = await widgetOf(ada, '/todo')
  assert.deepEqual(planned.widget && taskListOf(planned.widget, planned.sender), {
    title: 'Ship',
    tasks: [
      { key: '0,canned', task: 'Test', description: 'all', isDone: false },
      { key: `0,${oldAda}`, task: 'Sail', description: 'far', isDone: true },
    ],
  })
  // voting continues after the import
  const found = (await readable(ada)).find(({ content }) => content.startsWith('/poll'))
  const content = JSON.stringify({ type: 'vote', key: 'canned,0', vote: 1 })
  await ada.send('POST', '/submessage', { message_id: found?.id, msg_type: 'widget', content })
  const { widget, sender } = await widgetOf(ada, '/poll')
  assert.deepEqual(widget && pollOf(widget, sender).options[0]?.voters, [ada.id])
})

test('a poll without votes in the archive restarts, and the report says so', async ({ server, society, ada }) => {
  const parts = smallExport()
  parts.messages[0]?.zerver_message?.push(
    message(20, 1, 101, '/poll Where?\nHere\nThere'),
    message(21, 1, 101, 'No /poll here'),
  )
  const { outcome, report } = await takeIn(server, society.org, parts)
  assert.deepEqual(outcome.lost, { 'Votes and checks missing from the archive': 1 })
  assert.match(report, /Votes and checks missing from the archive: id 20/)
  const { widget, sender } = await widgetOf(ada, '/poll')
  assert.deepEqual(widget && pollOf(widget, sender).options.map(({ text }) => text), ['Here', 'There'])
  assert.equal((await widgetOf(ada, 'No /poll')).widget, undefined)
})

const { SHORT_TEXT, SELECT, USER, DATE, EXTERNAL_ACCOUNT, LONG_TEXT } = fieldTypes
const field = (id: number, name: string, field_type: number, more: object = {}) => ({
  ...{ id, realm: 7, name, hint: '', field_type, field_data: '', order: id, required: false, editable_by_user: true },
  ...{ display_in_profile_summary: false, use_for_user_matching: false },
  ...more,
})
const value = (user_profile: number, fieldId: number, said: string) => ({
  ...{ id: user_profile * 100 + fieldId, user_profile, field: fieldId, value: said, rendered_value: null },
})

test('profile fields are imported with their values', async ({ server, society, ada }) => {
  const known = await ada.call(fields.createField, { field_type: SHORT_TEXT.id, name: 'desk' })
  await ada.call(fields.createField, { field_type: SHORT_TEXT.id, name: 'Born' })
  const parts = smallExport()
  const choices = JSON.stringify({ vi: { text: 'Vim', order: '1' }, em: { text: 'Emacs', order: '2' } })
  parts.realm.zerver_customprofilefield = [
    field(1, 'Desk', SHORT_TEXT.id),
    field(2, 'Editor', SELECT.id, { field_data: choices, display_in_profile_summary: true, hint: 'h'.repeat(200) }),
    field(3, 'Mentor', USER.id),
    field(4, 'Born', DATE.id, { required: true, editable_by_user: false }),
    field(5, 'Code', EXTERNAL_ACCOUNT.id, { field_data: '{"subtype":"nowhere"}' }),
    field(6, 'n'.repeat(80), LONG_TEXT.id),
  ]
  parts.realm.zerver_customprofilefieldvalue = [
    value(2, 1, '**corner**'),
    value(2, 2, 'vi'),
    value(2, 3, '[1,999]'),
    value(2, 4, '1815-12-10'),
    value(2, 5, 'ben'),
    value(4, 1, 'x'.repeat(51)),
    value(4, 2, 'nano'),
    value(4, 3, '[999]'),
    value(4, 4, 'yesterday'),
    value(4, 77, 'of no field'),
  ]
  const dry = await takeIn(server, society.org, parts, { isDryRun: true })
  const { outcome, report } = await takeIn(server, society.org, parts)
  assert.deepEqual(dry.outcome.lost, outcome.lost)
  assert.deepEqual(outcome.lost, { 'Profile answers without a matching field': 4 })
  assert.match(report, /Gus: Editor is not one of the choices/)
  const { custom_fields } = await ada.call(fields.getFields)
  assert.deepEqual(
    custom_fields.map(({ name, type }) => [name, type]),
    [
      ['desk', SHORT_TEXT.id],
      ['Born', SHORT_TEXT.id],
      ['Editor', SELECT.id],
      ['Mentor', USER.id],
      ['Born 2', DATE.id],
      ['Code', SHORT_TEXT.id],
      [`${'n'.repeat(35)}…`, LONG_TEXT.id],
    ],
  )
  const [, , editor, mentor, born, code] = custom_fields
  assert.deepEqual(
    [editor?.display_in_profile_summary, editor?.hint.length, born?.required, born?.editable_by_user],
    [true, 80, true, false],
  )
  const ben = await claimed(society, 'ben@old.example', 'Ben')
  const { user } = (await ada.send('GET', `/users/${ben.id}`, { include_custom_profile_fields: true })) as {
    user: { profile_data: Record<string, { value: string; rendered_value?: string }> }
  }
  const oldAda = society.org.get(peopleCache).withDeliveryEmail('ada@old.example')
  assert.deepEqual(user.profile_data, {
    [known.id]: { value: '**corner**', rendered_value: '<p><strong>corner</strong></p>' },
    [editor?.id ?? '']: { value: 'vi' },
    [mentor?.id ?? '']: { value: JSON.stringify([oldAda?.id]) },
    [born?.id ?? '']: { value: '1815-12-10' },
    [code?.id ?? '']: { value: 'ben', rendered_value: '<p>ben</p>' },
  })
  // edits made here are not overwritten
  await ben.call(fields.updateProfile, { data: [{ id: known.id, value: 'at the window' }] })
  await takeIn(server, society.org, parts, { fileName: 'again' })
  const { members } = (await ada.send('GET', '/users', { include_custom_profile_fields: true })) as {
    members: { user_id: number; profile_data: Record<string, { value: string }> }[]
  }
  assert.equal(members.find(({ user_id }) => user_id === ben.id)?.profile_data[known.id]?.value, 'at the window')
  assert.equal((await ada.call(fields.getFields)).custom_fields.length, custom_fields.length)
})
