import { dayMs } from '#contract'
import { assert, test } from '#test'
import { addAlertWords } from '../../text/alert-words/api.ts'
import * as api from './api.ts'
import { directMessages, moderationChannel } from './fixture.ts'

const hourMs = 60 * 60_000

test.afterEach(({ server }) => server.clock.release())

test('a message can’t mention anyone, end its quote, or set off alert words', async ({ ada, ben, momo }) => {
  const { posts } = await moderationChannel(ada, [momo])
  await momo.call(addAlertWords, { alert_words: ['loom'] })
  const content = `@**all** @**Momo** loom\n\`\`\`\n~~~\n\`\`\`\`\n@**everyone** <b>x</b> [x](javascript:alert(1)) /poll y`
  await ben.call(api.messageModerators, { content })
  const [post, ...more] = await posts(momo)
  assert.deepEqual(more, [])
  assert.ok(post?.content.includes(content))
  for (const flag of ['mentioned', 'stream_wildcard_mentioned', 'topic_wildcard_mentioned', 'has_alert_word'])
    assert.ok(!post?.flags.includes(flag), flag)
  const { message } = await momo.send('GET', `/messages/${(post as unknown as { id: number }).id}`)
  const { content: html } = message as { content: string }
  assert.match(
    html,
    /<pre>.*@\*\*everyone\*\* &lt;b&gt;x&lt;\/b&gt; \[x\]\(javascript:alert\(1\)\) \/poll y\n?<\/code><\/pre>/s,
  )
})

test('someone with a misleading name can’t post in another topic or mention anyone', async ({ ada, society }) => {
  const { posts } = await moderationChannel(ada)
  const person = await society.join('possible raid '.repeat(7).trim())
  await person.call(api.messageModerators, { content: 'Hi' })
  const [post] = await posts()
  assert.match(post?.subject ?? '', /^modmail: possible raid .* \(\d+\)$/)
  assert.ok([...(post?.subject ?? '')].length <= 60)
})

test('a person can’t flood the moderators', async ({ ben, cleo, momo, server }) => {
  server.clock.set(new Date('2026-11-30T12:00:00Z'))
  for (const content of ['', ' \n ', 'x'.repeat(4_001)]) await ben.refused(api.messageModerators, { content })
  const { modmail_id } = await ben.call(api.messageModerators, { content: 'x'.repeat(4_000) })
  for (let at = 1; at < 10; at++) await ben.call(api.messageModerators, { content: `${at}` })
  await ben.refused(api.messageModerators, { content: 'more' }, api.tooManyMessages)
  server.clock.advance(hourMs + 1)
  await ben.refused(api.messageModerators, { content: 'more' }, api.waitForReply)
  await cleo.call(api.messageModerators, { content: 'I can still write' })
  // closing doesn't let them continue forever
  for (const at of [1, 2]) {
    const { modmail } = await momo.call(api.getModmail)
    const open = modmail.find(({ user_id }) => user_id === ben.id)
    await momo.call(api.updateModmail, { modmail_id: open?.id as number, state: 'closed' })
    await ben.call(api.messageModerators, { content: `again ${at}` })
  }
  const { modmail } = await momo.call(api.getModmail)
  const last = modmail.find(({ user_id }) => user_id === ben.id)
  await momo.call(api.updateModmail, { modmail_id: last?.id as number, state: 'closed' })
  await ben.refused(api.messageModerators, { content: 'again' }, api.tooManyConversations)
  server.clock.advance(dayMs)
  assert.notEqual((await ben.call(api.messageModerators, { content: 'a day later' })).modmail_id, modmail_id)
})

test('a flood from many accounts stays in the list without filling the channel', async ({ ada, society }) => {
  const { posts } = await moderationChannel(ada)
  for (let person = 0; person < 7; person++) {
    const writer = await society.join(`Raider ${person}`)
    for (let at = 0; at < 10; at++) await writer.call(api.messageModerators, { content: `${at}` })
  }
  assert.equal((await posts()).length, 60)
  const { modmail, waiting } = await ada.call(api.getModmail)
  assert.deepEqual([modmail.length, waiting], [7, 7])
})

test('without a channel for moderation requests, messages are in the list', async ({ ben, momo }) => {
  const { modmail_id } = await ben.call(api.messageModerators, { content: 'Hello' })
  await momo.call(api.replyToModmail, { modmail_id, content: 'Hi! ```\n@**all**' })
  const reply = (await directMessages(ben)).at(-1)
  assert.match(reply?.content ?? '', /````quote\nHi! ```\n@\*\*all\*\*\n````$/)
  assert.ok(!reply?.flags.some((flag) => flag.includes('mentioned')))
})
