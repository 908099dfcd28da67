import { botTypes, roles } from '#contract'
import { assert, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { organizationCache } from '../../people/organization/cache.ts'
import { updateMessage } from './api/edit.ts'
import { renderMessage } from './api/render.ts'
import { sendMessage } from './api/send.ts'
import { emptyTopicRefused } from './errors.ts'

test('a direct message reaches only its recipients, rendered', async ({ ada, ben, cleo }) => {
  const watches = [
    await ada.register('message'),
    await ben.register('message'),
    await cleo.register('message'),
  ] as const
  const id = await ada.sends('Hello **there**', ben)
  const [sent] = await watches[0].of('message')
  assert.deepEqual(sent?.flags, [])
  const event = await watches[1].until(({ type }) => type === 'message')
  const message = event.message as { id: number; content: string; display_recipient: { id: number }[] }
  assert.equal(message.id, id)
  assert.equal(message.content, '<p>Hello <strong>there</strong></p>')
  assert.deepEqual(
    message.display_recipient.map((one) => one.id),
    [ada.id, ben.id],
  )
  assert.deepEqual(await watches[2].ops(), [])
})

test('only the sending queue gets the local ID of its message', async ({ ada, ben }) => {
  const mine = await ada.register('message')
  const other = await ada.register('message')
  const theirs = await ben.register('message')
  await ada.call(sendMessage, {
    type: 'direct',
    to: [ben.id],
    content: 'Hi',
    queue_id: mine.queueId,
    local_id: '7.01',
    read_by_sender: true,
  })
  const [event] = await mine.of('message')
  assert.equal(event?.local_message_id, '7.01')
  assert.deepEqual(event?.flags, ['read'])
  for (const watch of [other, theirs]) assert.ok(!('local_message_id' in ((await watch.of('message'))[0] ?? {})))
})

test('a channel message has its topic, even the empty one', async ({ society, ada, ben }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const watch = await ben.register('message')
  const message = { type: 'channel', to: lunch, content: 'Soup!' } as const
  for (const type of ['channel', 'stream'] as const) {
    const missing = await ada.refused(sendMessage, { ...message, type })
    assert.deepEqual([missing.code, missing.fields], ['REQUEST_VARIABLE_MISSING', { var_name: 'topic' }])
  }
  await ada.call(sendMessage, { ...message, topic: '' })
  await ada.send('POST', '/messages', { ...message, subject: '(no topic)' })
  await ada.send('PATCH', `/streams/${lunch}`, { topics_policy: 'disable_empty_topic' })
  await ada.refused(sendMessage, { ...message, topic: '' }, emptyTopicRefused)
  const topics = (await watch.of('message')).map((event) => (event.message as { subject: string }).subject)
  assert.deepEqual(topics, ['', ''])
})

test('long messages of bots are shortened, and those of humans refused', async ({ society, ada, ben }) => {
  const bot = await society.join('Robot', roles.member, { bot_type: botTypes.generic, bot_owner_id: ada.id })
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben, bot])
  const watch = await ben.registerWith({ event_types: ['message', 'update_message'], apply_markdown: false })
  const long = { type: 'channel', to: lunch, topic: '🍊'.repeat(61), content: `${'王'.repeat(10_001)} ` } as const
  const fits = { topic: '🍊'.repeat(60), content: '王'.repeat(10_000) }
  const { id } = await bot.call(sendMessage, long)
  await bot.call(sendMessage, { ...long, ...fits })
  await bot.call(updateMessage, { message_id: id, content: `edited ${long.content}` })
  const [short, whole] = (await watch.of('message')).map(
    ({ message }) => message as { subject: string; content: string },
  )
  assert.equal(short?.subject, `${'🍊'.repeat(59)}…`)
  assert.equal(short?.content, `${'王'.repeat(10_000 - 20)}\n[message truncated]`)
  assert.deepEqual([whole?.subject, whole?.content], [fits.topic, fits.content])
  const [edit] = await watch.of('update_message')
  assert.match(String(edit?.content), /^edited 王+\n\[message truncated\]$/)
  await bot.call(updateMessage, { message_id: id, topic: '🍋'.repeat(61) })
  assert.equal((await watch.of('update_message')).at(-1)?.subject, `${'🍋'.repeat(59)}…`)
  const topic = await ada.refused(sendMessage, { ...long, content: 'x' })
  assert.match(topic.message, /topic.*60/)
  const content = await ada.refused(sendMessage, { ...long, topic: 'x' })
  assert.match(content.message, /content.*10000/)
})

test('sending returns a URL and a Markdown link to the message', async ({ society, ada, ben, server }) => {
  const lunch = await makeChannel(society.org, 'soup & [salad]', [ada, ben])
  const realm = server.runtime.organizationUrl(society.org.get(organizationCache).subdomain)
  const message = { type: 'channel', to: lunch, content: 'Leek' } as const
  const sent = await ada.call(sendMessage, { ...message, topic: '*today* > 12.30' })
  const url = `${realm}/#narrow/channel/${lunch}-soup-.26-.5Bsalad.5D/topic/.2Atoday.2A.20.3E.2012.2E30/near/${sent.id}`
  assert.equal(sent.message_url, url)
  const { rendered } = await ada.call(renderMessage, { content: sent.message_link as string })
  assert.match(rendered, /^<p><a [^>]*>#soup &amp; \[salad\] &gt; \*today\* &gt; 12.30 @ /)
  assert.ok(rendered.includes(`href="${url.slice(realm.length + 1)}"`), rendered)
  const unnamed = await ada.call(sendMessage, { ...message, topic: '' })
  assert.match(unnamed.message_link as string, /^\[#soup &#38; &#91;salad&#93; > general chat @ 💬\]\(http/)
  const direct = await ben.call(sendMessage, { type: 'direct', to: [ada.id], content: 'Hi' })
  assert.equal(direct.message_url, `${realm}/#narrow/dm/${ada.id},${ben.id}-dm/near/${direct.id}`)
  assert.equal(direct.message_link, direct.message_url)
})
