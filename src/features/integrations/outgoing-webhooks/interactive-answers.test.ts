import { assert } from '#test'
import { agentFor } from '../../../../test/harness/agent.ts'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { Person } from '../../../../test/harness/person.ts'
import { deleteMessage } from '../../messages/messages/api/delete.ts'
import { sendMessage } from '../../messages/messages/api/send.ts'
import { addSubmessage } from '../../messages/messages/submessages/api.ts'
import { botBusy } from '../../messages/messages/submessages/interactive-errors.ts'
import type { Account } from '../../people/users/account.ts'
import { getBots } from '../../people/users/bot-api.ts'
import { serviceInterfaces } from '../../people/users/bot-wire.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { deliver, makeHook, test } from './fixture.ts'

const asks = JSON.stringify({
  widget_type: 'interactive',
  extra_data: { buttons: [{ id: 'yes', label: 'Approve' }], fields: [{ id: 'why', label: 'Why' }], times: 'many' },
})
const answer = (message_id: number, why: string) => ({
  message_id,
  msg_type: 'widget' as const,
  content: JSON.stringify({ type: 'answer', button: 'yes', values: { why } }),
})
const written = async (person: Person) => {
  const question = { anchor: 'newest', num_before: 9, num_after: 0, apply_markdown: false }
  const { messages } = await person.send('GET', '/messages', question)
  return messages as { id: number; sender_id: number; content: string; subject: string }[]
}

test('a webhook gets the answers to its form', async ({ server, society, ada, ben, cleo, web }) => {
  const channel = await makeChannel(society.org, 'ops', [ada, ben, cleo])
  const bot = await makeHook(ada, web.url)
  const token = (await ada.call(getBots)).bots[0]?.services[0]?.token
  web.answer = ({ body }) =>
    JSON.parse(body).trigger === 'mention' ? { content: 'May it?', widget_content: asks } : { content: 'So be it.' }
  await ada.sends(`${bot.mention} go`, { channel, topic: 'plans' })
  await deliver(server)
  const id = (await written(ben)).at(-1)?.id as number
  await cleo.call(addSubmessage, answer(id, 'Why not'))
  await ben.call(addSubmessage, answer(id, 'It is *tested*'))
  await deliver(server)
  assert.equal(web.requests.length, 3)
  const told = web.requests.slice(1).map(({ body }) => JSON.parse(body))
  const { message, answer: given, ...rest } = told.find((one) => one.answer.user_id === ben.id)
  assert.deepEqual([rest.trigger, rest.token, rest.data], ['interactive_answer', token, 'May it?'])
  const { submessage_id, ...who } = given
  assert.deepEqual(who, { user_id: ben.id, user_full_name: 'Ben', button: 'yes', values: { why: 'It is *tested*' } })
  assert.deepEqual([message.id, message.sender_id, message.subject], [id, bot.id, 'plans'])
  // the form and this answer, not those of others
  assert.deepEqual(
    message.submessages.map((one: { id: number; sender_id: number }) => [one.sender_id, one.id === submessage_id]),
    [
      [bot.id, false],
      [ben.id, true],
    ],
  )
  const last = (await written(ben)).slice(-2)
  assert.deepEqual(
    last.map((one) => [one.sender_id, one.content, one.subject]),
    [
      [bot.id, 'So be it.', 'plans'],
      [bot.id, 'So be it.', 'plans'],
    ],
  )
})

test('a webhook gets the name of the agent that answered for a user', async ({ server, society, ada, ben, web }) => {
  for (const interface_type of [serviceInterfaces.own, serviceInterfaces.slack]) {
    const name = `Loom${interface_type}`
    const bot = await makeHook(ada, web.url, { interface_type, name })
    const acting = new Person(server, ada.org, society.subdomain, ada.org.get(peopleCache).byId.get(bot.id) as Account)
    const message = { type: 'direct' as const, to: [ben.id], content: 'Well?', widget_content: asks }
    const { id } = await acting.call(sendMessage, message)
    const agent = await agentFor(society, ben, { name: `Helper of ${name}`, scopes: ['write', 'answer'] })
    await agent.call(addSubmessage, answer(id, 'tested'))
    await deliver(server)
    const { body } = web.requests.at(-1) ?? { body: '' }
    const isSlack = interface_type === serviceInterfaces.slack
    const told = JSON.parse(isSlack ? (new URLSearchParams(body).get('text') ?? '') : body)
    assert.equal((isSlack ? told : told.answer).agent, `Helper of ${name}`)
  }
})

test('answers to a slow webhook are refused before any are lost', async ({ server, society, ada, ben, web }) => {
  const bot = await makeHook(ada, web.url, { interface_type: serviceInterfaces.slack })
  const acting = new Person(server, ada.org, society.subdomain, ada.org.get(peopleCache).byId.get(bot.id) as Account)
  const message = { type: 'direct' as const, to: [ada.id, ben.id], content: 'Well?', widget_content: asks }
  const { id } = await acting.call(sendMessage, message)
  await ben.call(addSubmessage, answer(id, 'first'))
  await deliver(server)
  const form = new URLSearchParams(web.requests[0]?.body)
  assert.deepEqual(
    [form.get('trigger_word'), form.get('user_id'), form.get('user_name')],
    ['interactive_answer', `U${ben.id}`, 'Ben'],
  )
  assert.deepEqual(JSON.parse(form.get('text') ?? ''), { button: 'yes', values: { why: 'first' } })
  const row = { org_id: ada.org.id, bot_id: bot.id, message_id: id, trigger: 'direct_message', hops: 0 }
  const times = { due_at: new Date('2040-01-01'), created_at: new Date() }
  await ada.org.transact(null, ({ tx }) =>
    tx
      .insertInto('outgoing_webhook')
      .values(Array.from({ length: 999 }, () => ({ ...row, ...times })))
      .execute(),
  )
  await ben.call(addSubmessage, answer(id, 'second'))
  await ben.refused(addSubmessage, answer(id, 'third'), botBusy)
  await ada.org.transact(null, ({ tx }) =>
    tx.deleteFrom('outgoing_webhook').where('due_at', '>', new Date('2039-01-01')).execute(),
  )
  await deliver(server)
  assert.equal(web.requests.length, 2)
  await ben.call(addSubmessage, answer(id, 'third'))
  await ada.call(deleteMessage, { message_id: id })
  await deliver(server)
  assert.equal(web.requests.length, 2)
})
