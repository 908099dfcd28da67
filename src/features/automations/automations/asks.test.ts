import { countRows } from '#platform/db'
import { assert, type Person, type TestServer, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { deleteMessage } from '../../messages/messages/api/delete.ts'
import { updateMessage } from '../../messages/messages/api/edit.ts'
import { addSubmessage } from '../../messages/messages/submessages/api.ts'
import { notAsked, notOpen } from '../../messages/messages/submessages/interactive-errors.ts'
import { noon, passTo } from '../../messages/scheduled-messages/fixture.ts'
import { createGroup } from '../../people/groups/api.ts'
import { deactivateUser } from '../../people/users/api.ts'
import * as api from './api.ts'
import {
  answerForm,
  ask,
  automate,
  automations,
  botMessages,
  detailsField,
  onCommand,
  onJoin,
  post,
  reasonField,
  reply,
  runsOf,
  sizeField,
} from './fixture.ts'
import type { Automation } from './wire.ts'

test.beforeEach(({ server }) => server.clock.set(new Date(noon * 1000)))

const contents = async (...args: Parameters<typeof botMessages>) =>
  (await botMessages(...args)).map(({ content }) => content)

const start = (person: Person, { automation_id }: Automation, stream_id: number) =>
  person.call(api.startAutomation, { automation_id, stream_id, topic: 'soup' })

/** Starts the automation, and returns the ID of the message with the form. */
async function request(server: TestServer, person: Person, automation: Automation, stream_id: number, reader = person) {
  await start(person, automation, stream_id)
  return (await botMessages(server, reader, automation)).at(-1)?.id ?? 0
}

const states = async (person: Person, automation: Automation) =>
  (await runsOf(person, automation)).map(({ state, failure }) => failure ?? state)

test('the person’s answers are inserted in later steps, and shown in the message', async ({
  ada,
  ben,
  server,
  society,
}) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const automation = await automate(ada, {
    trigger: onCommand('ask'),
    steps: [
      ask({ text: 'What do you need, {person}?', fields: [detailsField, sizeField] }),
      post(lunch, { text: '{person} needs a {form.size} loom:\n{form.details}\nThanks' }),
    ],
  })
  const id = await request(server, ben, automation, lunch)
  const [asked] = await botMessages(server, ben, automation)
  assert.deepEqual(
    [asked?.type, asked?.content],
    [
      'private',
      `What do you need, @_**Ben|${ben.id}**?\n\n⏳ Please answer. Your answers can be posted elsewhere. If you don’t see a form, open this message in the web app.`,
    ],
  )
  assert.deepEqual(JSON.parse(asked?.submessages[0]?.content ?? '').extra_data, {
    menus: [
      {
        ...{ id: 'size', label: 'Size', required: true },
        options: [
          { id: 'o0', label: 'Small' },
          { id: 'o1', label: 'Large' },
        ],
      },
    ],
    fields: [{ id: 'details', label: 'Details', required: false, multiline: true, max_length: 2_000 }],
    order: ['details', 'size'],
    answerers: [ben.id],
  })
  await ben.refused(addSubmessage, answerForm(id, { size: 'Large' }))
  await ben.call(addSubmessage, answerForm(id, { size: 'o1', details: 'Mine is *old*\n@**all**' }))
  await ben.refused(addSubmessage, answerForm(id, { size: 'o0' }), notOpen)
  const [shown, posted] = await contents(server, ben, automation)
  assert.equal(
    shown,
    [
      `What do you need, @_**Ben|${ben.id}**?\n`,
      `✅ Answered by @_**Ben|${ben.id}**, <time:2030-05-17T12:00:00Z>\n`,
      '* **&#68;etails:** &#77;ine is &#42;old&#42; &#64;&#42;&#42;all&#42;&#42;',
      '* **&#83;ize:** &#76;arge',
    ].join('\n'),
  )
  assert.equal(
    posted,
    `@_**Ben|${ben.id}** needs a &#76;arge loom:\n> Mine is &#42;old&#42;\n> &#64;&#42;&#42;all&#42;&#42;\n\nThanks`,
  )
  const [run] = await runsOf(ada, automation)
  assert.deepEqual(
    [run?.state, run?.outcomes.map(({ step, result, person_id }) => [step, result, person_id])],
    [
      'done',
      [
        [0, null, null],
        [0, 'answered', ben.id],
        [1, null, null],
      ],
    ],
  )
})

test('optional values that were left empty are shown as a dash', async ({ ada, ben, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const steps = [ask({ fields: [reasonField] }), reply('{form.reason}')]
  const automation = await automate(ada, { trigger: onCommand('ask'), steps })
  await ben.call(addSubmessage, answerForm(await request(server, ben, automation, lunch), { reason: ' ' }))
  assert.equal((await contents(server, ben, automation)).at(-1), '–')
})

test('a field can have the name of a property of all objects', async ({ ada, ben, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const steps = [ask({ fields: [{ ...reasonField, name: 'constructor' }] }), reply('{form.constructor}')]
  const automation = await automate(ada, { trigger: onCommand('ask'), steps })
  await ben.call(addSubmessage, answerForm(await request(server, ben, automation, lunch), {}))
  assert.equal((await contents(server, ben, automation)).at(-1), '–')
})

test('a form without an answer expires, even after a long outage', async ({ ada, ben, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const steps = [ask({ deadline_minutes: 60 }), reply('Thanks')]
  const automation = await automate(ada, { trigger: onCommand('ask'), steps })
  const id = await request(server, ben, automation, lunch)
  await passTo(server, 7 * 86_400)
  const [shown, ...more] = await contents(server, ben, automation)
  assert.match(shown ?? '', /\n\n⌛ Expired: no one answered in time\.$/)
  assert.deepEqual(more, [])
  assert.deepEqual(await states(ada, automation), ['expired'])
  await ben.refused(addSubmessage, answerForm(id, { reason: 'x' }), notOpen)
})

test('an answer counts even if the server was down for long after it', async ({ ada, ben, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const automation = await automate(ada, { trigger: onCommand('ask'), steps: [ask(), reply('{form.reason}')] })
  const id = await request(server, ben, automation, lunch)
  await ben.call(addSubmessage, answerForm(id, { reason: 'Soup' }))
  server.clock.set(new Date((noon + 7 * 86_400) * 1000))
  assert.equal((await contents(server, ben, automation)).at(-1), '&#83;oup')
})

test('the first of two simultaneous answers in a topic counts', async ({ ada, ben, cleo, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben, cleo])
  const steps = [ask({ to: 'topic' }), reply('Reason: {form.reason}')]
  const automation = await automate(ada, { trigger: onCommand('ask'), steps })
  const id = await request(server, ben, automation, lunch)
  assert.match((await contents(server, ben, automation))[0] ?? '', /⏳ Anyone here can answer\./)
  const results = await Promise.allSettled([
    ada.call(addSubmessage, answerForm(id, { reason: 'A' })),
    cleo.call(addSubmessage, answerForm(id, { reason: 'C' })),
  ])
  assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  const letter = results[0]?.status === 'fulfilled' ? '&#65;' : '&#67;'
  assert.deepEqual((await contents(server, ben, automation)).slice(1), [`Reason: ${letter}`])
})

test('in a topic, only the chosen people or group can answer', async ({ ada, ben, cleo, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben, cleo])
  const { group_id } = await ada.call(createGroup, { name: 'Cooks', description: '', members: [cleo.id] })
  const trigger = onCommand('ask')
  const automation = await automate(ada, {
    trigger,
    stream_id: lunch,
    steps: [
      ask({ to: 'topic', stream_id: lunch, topic: 'roles', user_ids: [ada.id, cleo.id] }),
      ask({ to: 'topic', group_id, fields: [{ ...reasonField, name: 'second' }] }),
      reply('{form.reason}, {form.second}'),
    ],
  })
  const first = await request(server, ben, automation, lunch)
  assert.match(
    (await contents(server, ben, automation))[0] ?? '',
    /Waiting for @\*\*Ada\|\d+\*\* or @\*\*Cleo\|\d+\*\* to a/,
  )
  await ben.refused(addSubmessage, answerForm(first, { reason: 'x' }), notAsked)
  await ada.call(addSubmessage, answerForm(first, { reason: 'One' }))
  const second = (await botMessages(server, ben, automation)).at(-1)
  assert.match(second?.content ?? '', /Waiting for @\*Cooks\* to answer/)
  await ada.refused(addSubmessage, answerForm(second?.id ?? 0, { second: 'x' }), notAsked)
  await cleo.call(addSubmessage, answerForm(second?.id ?? 0, { second: 'Two' }))
  assert.equal((await contents(server, ben, automation)).at(-1), '&#79;ne, &#84;wo')
})

test('deleting the form fails the run, and a retry asks again', async ({ ada, ben, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const steps = [ask({ to: 'topic' }), reply('{form.reason}')]
  const automation = await automate(ada, { trigger: onCommand('ask'), steps })
  const id = await request(server, ben, automation, lunch)
  await ada.call(deleteMessage, { message_id: id })
  assert.deepEqual(await states(ada, automation), ['The message with the form was deleted'])
  const [run] = await runsOf(ada, automation)
  await ada.call(api.retryAutomationRun, { run_id: run?.run_id ?? 0 })
  const [again] = await botMessages(server, ben, automation)
  await ada.call(addSubmessage, answerForm(again?.id ?? 0, { reason: 'Soup' }))
  assert.equal((await contents(server, ben, automation)).at(-1), '&#83;oup')
})

test('deactivating the person who can answer fails the run and closes the form', async ({
  ada,
  ben,
  cleo,
  server,
  society,
}) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben, cleo])
  const direct = await automate(ada, { trigger: onCommand('ask'), steps: [ask()] })
  const inTopic = await automate(ada, {
    trigger: onCommand('topic'),
    steps: [ask({ to: 'topic', user_ids: [cleo.id] })],
  })
  await request(server, cleo, direct, lunch)
  await request(server, ben, inTopic, lunch)
  await ada.call(deactivateUser, { user_id: cleo.id })
  assert.deepEqual(await states(ada, direct), ['Account is deactivated'])
  const unanswerable = "The people who can answer are deactivated or can't read the message"
  assert.deepEqual(await states(ada, inTopic), [unanswerable])
  const [asked] = await botMessages(server, ben, inTopic)
  assert.equal(asked?.submessages.at(-1)?.content, '{"type":"close","note":"This request was canceled."}')
  await start(ben, inTopic, lunch)
  await server.runtime.timer.wake()
  assert.deepEqual(await states(ada, inTopic), [unanswerable, unanswerable])
})

test('canceling a run closes its form and deletes answers to earlier ones', async ({ ada, ben, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const steps = [ask(), ask({ fields: [{ ...reasonField, name: 'more' }] }), reply('{form.reason} {form.more}')]
  const automation = await automate(ada, { trigger: onCommand('ask'), steps })
  await ben.call(addSubmessage, answerForm(await request(server, ben, automation, lunch), { reason: 'x' }))
  const second = (await botMessages(server, ben, automation)).at(-1)?.id ?? 0
  const [run] = await runsOf(ada, automation)
  await ada.call(api.cancelAutomationRun, { run_id: run?.run_id ?? 0 })
  await ben.refused(addSubmessage, answerForm(second, { more: 'x' }), notOpen)
  assert.match((await botMessages(server, ben, automation)).at(-1)?.content ?? '', /\n\n🚫 Canceled\.$/)
  assert.deepEqual(await states(ada, automation), ['canceled'])
  assert.equal(await society.org.db.read((tx) => countRows(tx, 'automation_question', 'org_id', society.org.id)), 0)
})

test('answers are deleted when the run is done', async ({ ada, ben, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const automation = await automate(ada, { trigger: onCommand('ask'), steps: [ask(), reply('{form.reason}')] })
  await ben.call(addSubmessage, answerForm(await request(server, ben, automation, lunch), { reason: 'x' }))
  await server.runtime.timer.wake()
  assert.deepEqual(await states(ada, automation), ['done'])
  assert.equal(await society.org.db.read((tx) => countRows(tx, 'automation_question', 'org_id', society.org.id)), 0)
})

test('a form that was moved out of the bot’s reach can still be answered', async ({ ada, ben, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const secret = await makeChannel(society.org, 'secret', [ada], { invite_only: true })
  const steps = [ask({ to: 'topic' }), reply('{form.reason}')]
  const automation = await automate(ada, { trigger: onCommand('ask'), steps })
  const id = await request(server, ben, automation, lunch)
  await ada.call(updateMessage, { message_id: id, stream_id: secret, propagate_mode: 'change_one' })
  await ben.refused(addSubmessage, answerForm(id, { reason: 'x' }))
  await ada.call(addSubmessage, answerForm(id, { reason: 'Soup' }))
  assert.deepEqual(await contents(server, ben, automation), ['&#83;oup'])
})

test('a run that waits keeps its form when the automation is edited', async ({ ada, ben, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const automation = await automate(ada, { trigger: onCommand('ask'), steps: [ask(), reply('{form.reason}')] })
  const id = await request(server, ben, automation, lunch)
  const edit = { automation_id: automation.automation_id, expected_revision: automation.revision }
  await ada.call(api.updateAutomation, { ...edit, is_enabled: false, steps: [reply('Other')] })
  await ben.call(addSubmessage, answerForm(id, { reason: 'Soup' }))
  assert.equal((await contents(server, ben, automation)).at(-1), '&#83;oup')
})

test('long and hostile answers fit in a message and stay text', async ({ ada, ben, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const fields = Array.from({ length: 10 }, (_, at) => ({ ...detailsField, name: `f${at}`, label: '@**all** `x`' }))
  const text = fields.map(({ name }) => `{form.${name}}`).join('\n')
  const automation = await automate(ada, { trigger: onCommand('ask'), steps: [ask({ fields }), reply(text)] })
  const id = await request(server, ben, automation, lunch)
  const hostile = '@**all** {person.mention} {form.f1} ```\n'.repeat(20)
  await ben.call(addSubmessage, answerForm(id, Object.fromEntries(fields.map(({ name }) => [name, hostile]))))
  const [shown, posted] = await contents(server, ben, automation)
  for (const content of [shown, posted]) {
    assert.ok([...(content ?? '')].length <= 10_000)
    assert.doesNotMatch(content ?? '', /@\*\*|```|@\*\*Ben/)
  }
  assert.deepEqual(await states(ada, automation), ['done'])
})

test('invalid ask steps name the parameter and change nothing', async ({ ada, ben, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const refusal = async (step: object, more: object = {}) => {
    const params = { name: 'Ask', trigger: onCommand('ask'), steps: [{ ...ask(), ...step }], ...more }
    return (await ada.refusedRaw('POST', '/automations', params)).message
  }
  const field = (more: object) => ({ fields: [{ ...reasonField, ...more }] })
  const menu = (options: string[]) => field({ kind: 'menu', options })
  const daily = { trigger: { kind: 'schedule', repeat: 'daily', time: '12:01', timezone: 'UTC' } }
  const [at, none] = ['steps\\[0\\]', /Invalid steps: /]
  assert.match(await refusal({}, daily), new RegExp(`${at}.to: can't be person`))
  assert.match(await refusal({ to: 'topic' }, daily), new RegExp(`${at}.stream_id: can only be null`))
  assert.match(await refusal({ to: 'topic', stream_id: 1_000_000 }), new RegExp(`${at}.stream_id: is not a channel`))
  assert.match(await refusal({ to: 'topic', user_ids: [1_000_000] }), new RegExp(`${at}.user_ids: 1000000 is not an a`))
  assert.match(
    await refusal({ to: 'topic', user_ids: [ada.id], group_id: 1 }),
    new RegExp(`${at}.group_id: can't be c`),
  )
  assert.match(await refusal({ to: 'topic', group_id: 1_000_000 }), new RegExp(`${at}.group_id: is not a group`))
  assert.match(await refusal({ to: 'group' }), new RegExp(`${at}.group_id: is required`))
  assert.match(
    await refusal({ to: 'group', group_id: 1 }, { stream_id: lunch }),
    new RegExp(`${at}.to: can't be group`),
  )
  assert.match(await refusal(menu([])), new RegExp(`${at}.fields\\[0\\].options: is required`))
  assert.match(await refusal(menu(['a', 'a'])), new RegExp(`${at}.fields\\[0\\].options: has the same`))
  assert.match(await refusal(field({ options: ['a'] })), new RegExp(`${at}.fields\\[0\\].options: must be empty`))
  const fullMenu = Array.from({ length: 50 }, (_, index) => `${index} ${'x'.repeat(90)}`)
  const menus = ['a', 'b'].map((name) => ({ ...reasonField, name, kind: 'menu', options: fullMenu }))
  assert.match(await refusal({ fields: menus }), new RegExp(`${at}.fields: has too much text`))
  assert.match(await refusal(menu(Array.from({ length: 51 }, (_, index) => `${index}`))), none)
  for (const name of ['', '1a', 'A', 'a-b', 'a b', '__proto__', 'x'.repeat(41)])
    assert.match(await refusal(field({ name })), none)
  for (const label of ['', ' ', 'x'.repeat(101), 'a\u0000'])
    assert.match(await refusal(field({ label })), /Invalid steps/)
  assert.match(await refusal({ fields: [] }), none)
  const many = Array.from({ length: 11 }, (_, index) => ({ ...reasonField, name: `f${index}` }))
  assert.match(await refusal({ fields: many }), none)
  assert.match(await refusal({ deadline_minutes: 0 }), none)
  assert.match(
    await refusal({ fields: [reasonField, reasonField] }),
    new RegExp(`${at}.fields\\[1\\].name: reason is used`),
  )
  assert.deepEqual(await automations(ada), [])
})

test('field names are unique, and answers can only be used after they’re asked for', async ({ ada }) => {
  const refusal = async (...steps: object[]) =>
    (await ada.refusedRaw('POST', '/automations', { name: 'Ask', trigger: onCommand('ask'), steps })).message
  assert.match(await refusal(ask(), ask()), /steps\[1\]\.fields\[0\]\.name: reason is used by another field/)
  assert.match(
    await refusal(reply('{form.reason}'), ask()),
    /steps\[0\]\.text: uses \{form\.reason\}, which no earlier/,
  )
  assert.match(await refusal(ask({ text: '{form.reason}' })), /steps\[0\]\.text: uses \{form\.reason\}/)
  assert.match(await refusal(ask(), reply('{form.Reason}')), /steps\[1\]\.text: uses \{form\.Reason\}/)
  assert.match(await refusal(ask(), reply('{answers}')), /steps\[1\]\.text: uses \{answers\}/)
  const approval = { kind: 'approve', text: 'OK?', declined_text: '{form.reason}' }
  assert.match(await refusal(approval, ask()), /steps\[0\]\.declined_text: uses \{form\.reason\}/)
})

test('a person who joins a channel is asked, and a channel’s automation can ask', async ({
  ada,
  ben,
  server,
  society,
}) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada])
  const steps = [ask(), post(lunch, { text: '{form.reason}' })]
  const automation = await automate(ada, { trigger: onJoin(), stream_id: lunch, steps })
  await ben.send('POST', '/users/me/subscriptions', { subscriptions: [{ name: 'lunch' }] })
  const [asked] = await botMessages(server, ben, automation)
  await ben.call(addSubmessage, answerForm(asked?.id ?? 0, { reason: 'Hi' }))
  assert.equal((await contents(server, ben, automation)).at(-1), '&#72;i')
})
