import { botTypes, roles } from '#contract'
import { insufficientScope } from '#platform/serve'
import { assert, type Person, test } from '#test'
import { agentFor } from '../../../../../test/harness/agent.ts'
import { joinChannel, makeChannel } from '../../../../../test/harness/channel.ts'
import { deleteMessage } from '../api/delete.ts'
import { updateMessage } from '../api/edit.ts'
import { invalidMessages } from '../api/flags.ts'
import { interactiveOnlyByBots, sendMessage } from '../api/send.ts'
import * as api from './api.ts'
import * as errors from './interactive-errors.ts'

const yesNo = [
  { id: 'yes', label: 'Approve', style: 'primary' },
  { id: 'no', label: 'Refuse' },
]
const sizes = { id: 'size', label: 'Size', required: true, options: [{ id: 's', label: 'Small' }] }
const why = { id: 'why', label: 'Why', max_length: 5 }

interface Shown {
  submessages: { content: string; sender_id: number }[]
}
const submessages = async (person: Person, id: number) => {
  const { message } = (await person.send('GET', `/messages/${id}`)) as unknown as { message: Shown }
  return message.submessages.map(({ sender_id, content }) => [sender_id, JSON.parse(content)])
}
const widget = (extra_data: object) => JSON.stringify({ widget_type: 'interactive', extra_data })
const ask = async (bot: Person, to: number, extra_data: object) => {
  const message = { type: 'channel', to, topic: 'deploys', content: 'May it?', widget_content: widget(extra_data) }
  return (await bot.send('POST', '/messages', message)).id as number
}
const said = (message_id: number, action: object) => ({
  message_id,
  msg_type: 'widget' as const,
  content: JSON.stringify(action),
})
const answer = (id: number, button?: string, values?: object) => said(id, { type: 'answer', button, values })

test('users answer once, all readers get events, and the bot updates and closes it', async ({
  society,
  ada,
  ben,
  cleo,
}) => {
  const channel = await makeChannel(society.org, 'ops', [ada, ben, cleo])
  const bot = await society.join('Deployer', roles.member, { bot_type: botTypes.generic, bot_owner_id: ada.id })
  const [watch, heard] = [await cleo.register('submessage'), await bot.register('submessage')]
  const id = await ask(bot, channel, { buttons: yesNo, menus: [sizes], fields: [why], answerers: [ada.id, ben.id] })

  const wrong: [object, RegExp][] = [
    [{ type: 'vote', key: 'canned,0', vote: 1 }, /\["type"\]/],
    [{ type: 'answer' }, /'button' is missing/],
    [{ type: 'answer', button: 'maybe' }, /no button 'maybe'/],
    [{ type: 'answer', button: 'yes' }, /'size' is missing/],
    [{ type: 'answer', button: 'yes', values: { size: 'xl' } }, /'size' has no such option/],
    [{ type: 'answer', button: 'yes', values: { size: 's', why: '123456' } }, /'why' is too long \(limit: 5/],
    [{ type: 'answer', button: 'yes', values: { size: 's', why: '1\n2' } }, /'why' has more than one line/],
    [{ type: 'answer', button: 'yes', values: { size: 's', colour: 'red' } }, /no menu or field 'colour'/],
    [{ type: 'answer', button: 'yes', values: { size: 's', constructor: 'x' } }, /no menu or field 'constructor'/],
    [{ type: 'answer', button: 'yes', values: { size: 7 } }, /\["values"\]/],
    [{ type: 'answer', button: 'yes', values: { size: 's' }, more: 1 }, /more/],
  ]
  for (const [action, problem] of wrong) {
    const error = await ben.refused(api.addSubmessage, said(id, action))
    assert.match(error.message, /^Invalid content: /)
    assert.match(error.message, problem)
  }
  const fits = answer(id, 'yes', { size: 's', why: '' })
  await cleo.refused(api.addSubmessage, fits, errors.notAsked)
  await bot.refused(api.addSubmessage, fits, errors.notAsked)
  await ada.refused(api.addSubmessage, said(id, { type: 'close' }), errors.notItsBot)
  await ben.call(api.addSubmessage, fits)
  await ben.refused(api.addSubmessage, fits, errors.answeredAlready)
  for (const one of [watch, heard]) {
    const [event, ...more] = await one.of('submessage')
    assert.deepEqual(more, [])
    const { sender_id, message_id, content } = event as { sender_id: number; message_id: number; content: string }
    assert.deepEqual([sender_id, message_id], [ben.id, id])
    assert.deepEqual(JSON.parse(content), { type: 'answer', button: 'yes', values: { size: 's' } })
  }

  // a changed form is a new question: earlier answerers can answer again
  const next = { fields: [{ ...why, required: true }], submit: 'Tell', times: 'many' }
  await bot.call(api.addSubmessage, said(id, { type: 'update', extra_data: next }))
  await cleo.refused(api.addSubmessage, fits)
  for (const reason of ['slow', 'late']) await ben.call(api.addSubmessage, answer(id, undefined, { why: reason }))
  await bot.refused(api.addSubmessage, said(id, { type: 'update', extra_data: {} }))
  await bot.call(updateMessage, { message_id: id, content: 'Thank you' })
  await bot.call(api.addSubmessage, said(id, { type: 'close', note: 'Done' }))
  await ben.refused(api.addSubmessage, answer(id, undefined, { why: 'more' }), errors.notOpen)
  assert.deepEqual(await submessages(cleo, id), [
    [
      bot.id,
      {
        widget_type: 'interactive',
        extra_data: { buttons: yesNo, menus: [sizes], fields: [why], answerers: [ada.id, ben.id] },
      },
    ],
    [ben.id, { type: 'answer', button: 'yes', values: { size: 's' } }],
    [bot.id, { type: 'update', extra_data: next }],
    [ben.id, { type: 'answer', values: { why: 'slow' } }],
    [ben.id, { type: 'answer', values: { why: 'late' } }],
    [bot.id, { type: 'close', note: 'Done' }],
  ])
})

test("users who can't read the form, or can't anymore, can't answer it", async ({ society, ada, ben, cleo }) => {
  const open = await makeChannel(society.org, 'ops', [ada, ben])
  const closed = await makeChannel(society.org, 'board', [ada, cleo], {
    invite_only: true,
    history_public_to_subscribers: true,
  })
  const bot = await society.join('Deployer', roles.member, { bot_type: botTypes.generic, bot_owner_id: ada.id })
  const id = await ask(bot, open, { buttons: yesNo })
  await ben.call(api.addSubmessage, answer(id, 'yes'))
  await ada.call(updateMessage, { message_id: id, stream_id: closed, propagate_mode: 'change_one' })
  const heard = await bot.register('submessage')
  await ben.refused(api.addSubmessage, answer(id, 'no'), invalidMessages)
  await cleo.call(api.addSubmessage, answer(id, 'no'))
  await joinChannel(society.org, closed, bot, ada)
  await ada.call(api.addSubmessage, answer(id, 'yes'))
  const events = await heard.of('submessage')
  assert.deepEqual(
    events.map((event) => (event as { sender_id: number }).sender_id),
    [ada.id],
  )
  await ada.call(deleteMessage, { message_id: id })
  await cleo.refused(api.addSubmessage, answer(id, 'no'), invalidMessages)
})

test('an access token needs its scope to answer, and the answer has its name', async ({ society, ada, ben }) => {
  const channel = await makeChannel(society.org, 'ops', [ada, ben])
  const bot = await society.join('Deployer', roles.member, { bot_type: botTypes.generic, bot_owner_id: ada.id })
  const heard = await bot.register('submessage')
  const id = await ask(bot, channel, { buttons: yesNo, answerers: [ben.id], times: 'many' })
  const writer = await agentFor(society, ben, { scopes: ['read', 'write', 'channels', 'admin'] })
  await writer.refused(api.addSubmessage, answer(id, 'yes'), insufficientScope)
  assert.deepEqual((await submessages(ben, id)).length, 1)
  const presser = await agentFor(society, ben, { name: 'Presser', scopes: ['write', 'answer'] })
  await presser.refused(api.addSubmessage, said(id, { type: 'answer', button: 'yes', agent: 'Ben' }))
  await presser.call(api.addSubmessage, answer(id, 'yes'))
  await ben.call(api.addSubmessage, answer(id, 'no'))
  const expected = [
    { type: 'answer', button: 'yes', values: {}, agent: 'Presser' },
    { type: 'answer', button: 'no', values: {} },
  ]
  const told = (await heard.of('submessage')).map((event) => JSON.parse((event as { content: string }).content))
  assert.deepEqual(told, expected)
  const kept = (await submessages(ben, id)).slice(1)
  assert.deepEqual(
    kept,
    expected.map((one) => [ben.id, one]),
  )
  // a bot's own token closes the bot's form
  const closer = await agentFor(society, bot)
  await closer.call(api.addSubmessage, said(id, { type: 'close' }))
})

test('only bots send forms, and invalid forms are refused', async ({ society, ada, ben }) => {
  const bot = await society.join('Deployer', roles.member, { bot_type: botTypes.generic, bot_owner_id: ada.id })
  const send = (extra_data: object) => ({
    type: 'direct' as const,
    to: [ben.id],
    content: 'Hello',
    widget_content: widget(extra_data),
  })
  await ada.refused(sendMessage, send({ buttons: yesNo }), interactiveOnlyByBots)
  const many = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `n${at}`, label: 'x' }))
  const [yes] = yesNo
  const wrong: [object, RegExp][] = [
    [{}, /no buttons, menus or fields/],
    [{ buttons: many(11) }, /too long \(limit: 10 items\)/],
    [{ menus: [{ ...sizes, options: many(51) }] }, /too long \(limit: 50 items\)/],
    [{ menus: [{ ...sizes, options: [] }] }, /too short/],
    [{ menus: [{ ...sizes, options: [...many(1), ...many(1)] }] }, /the id 'n0' twice/],
    [{ buttons: yesNo, fields: [{ ...why, id: 'yes' }] }, /the id 'yes' twice/],
    [{ buttons: [{ ...yes, id: '__proto__' }] }, /is no id/],
    [{ buttons: [{ ...yes, label: ' ' }] }, /blank/],
    [{ buttons: [{ ...yes, label: 'x'.repeat(101) }] }, /too long/],
    [{ buttons: [{ ...yes, label: 'a\u0000' }] }, /cannot be stored/],
    [{ buttons: [{ ...yes, style: 'javascript:' }] }, /style/],
    [{ buttons: [{ ...yes, onclick: 'alert(1)' }] }, /onclick/],
    [{ fields: [{ ...why, max_length: 2_001 }] }, /max_length/],
    [{ buttons: yesNo, submit: 'Send' }, /'submit' beside buttons/],
    [{ fields: [why], order: ['why', 'no'] }, /unknown id 'no' in 'order'/],
    [{ fields: [why], order: Array.from({ length: 21 }, () => 'why') }, /order/],
    [{ buttons: yesNo, answerers: [] }, /answerers/],
    [{ buttons: yesNo, answerers: many(101).map((_, at) => at + 1) }, /limit: 100/],
    [{ buttons: yesNo, closing_note: 'x'.repeat(501) }, /closing_note/],
  ]
  const watch = await ben.register('message')
  for (const [extra_data, problem] of wrong) {
    const error = await bot.refused(sendMessage, send(extra_data))
    assert.match(error.message, /^Invalid widget_content: /)
    assert.match(error.message, problem)
  }
  await bot.refused(sendMessage, { ...send({}), widget_content: widget({ buttons: many(10_000) }) })
  assert.deepEqual(await watch.of('message'), [])
  // with a duplicate key, every parser takes the same widget type
  const both = '{"widget_type":"interactive","widget_type":"todo"}'
  const { id } = await ada.call(sendMessage, { ...send({}), widget_content: both })
  await ben.call(api.addSubmessage, said(id, { type: 'strike', key: '0,canned' }))
})
