import type { ChannelId } from '#contract'
import { assert, type Person, test } from '#test'
import { joinChannel, makeChannel } from '../../../../test/harness/channel.ts'
import { evict } from '../../../../test/harness/sleep.ts'
import { deleteMessage } from '../../messages/messages/api/delete.ts'
import { updateMessage } from '../../messages/messages/api/edit.ts'
import { releaseHeldMessage } from '../../messages/messages/held-messages/api.ts'
import { addReaction, removeReaction } from '../../messages/messages/reactions/api.ts'
import { noon, passTo } from '../../messages/scheduled-messages/fixture.ts'
import { updateOrganization } from '../../people/organization-settings/api.ts'
import * as api from './api.ts'
import {
  automate,
  automations,
  botOf,
  daily,
  onMessage,
  onReaction,
  post,
  reply,
  runsOf,
  sentByBots,
} from './fixture.ts'
import * as store from './store.ts'

test.beforeEach(({ server }) => server.clock.set(new Date(noon * 1000)))
test.afterEach(({ server }) => server.clock.release())

const inTopic = (channel: ChannelId, topic = 'looms') => ({ channel, topic })

const react = (person: Person, message_id: number, emoji_name = 'octopus') =>
  person.send('POST', `/messages/${message_id}/reactions`, { emoji_name })

test('a message with a matching word gets a reply in its topic', async ({ ada, ben, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const inbox = await ben.register('message')
  const one = await automate(ada, {
    trigger: onMessage({ stream_id: lunch, words: ['menu', 'Crème brûlée', '汤'] }),
    steps: [reply('Today: soup'), { kind: 'react', emoji_name: 'octopus' }],
  })
  const questionId = await ben.sends('Is there a MENU?', inTopic(lunch))
  await ben.sends('menus, remenu', inTopic(lunch))
  await ben.sends('creme brulee!', inTopic(lunch, 'dessert'))
  await ben.sends('有汤吗', inTopic(lunch, 'soup'))
  await ben.sends('menu', ada)
  const sent = await sentByBots(server, inbox, [one])
  assert.deepEqual(
    // runs due at the same time are unordered
    sent.map(({ content, subject }) => [content, subject]).sort(),
    ['dessert', 'looms', 'soup'].map((topic) => ['<p>Today: soup</p>', topic]),
  )
  const runs = await runsOf(ada, one)
  assert.deepEqual(
    runs.map(({ state, person_id }) => [state, person_id]),
    Array(3).fill(['done', ben.id]),
  )
  assert.equal(runs.at(-1)?.message_id, questionId)
  const { message } = (await ben.send('GET', `/messages/${questionId}`)) as { message: { reactions: object[] } }
  assert.equal(message.reactions.length, 1)
  assert.deepEqual((await automations(ada))[0]?.last_run?.state, 'done')
})

test('a trigger can require an exact topic or a topic prefix', async ({ ada, ben, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const inbox = await ben.register('message')
  const is = await automate(ada, { trigger: onMessage({ topic: 'Menu' }), steps: [reply('is')] })
  const begins = await automate(ada, {
    trigger: onMessage({ topic: 'menu', topic_match: 'begins_with' }),
    steps: [reply('begins')],
  })
  for (const topic of ['MENU', '✔ menu', 'menu of may', 'the menu']) await ben.sends('Hi', inTopic(lunch, topic))
  const sent = await sentByBots(server, inbox, [is, begins])
  assert.deepEqual(
    sent.map(({ content, subject }) => `${content} ${subject}`).sort(),
    [
      '<p>begins</p> MENU',
      '<p>begins</p> menu of may',
      '<p>begins</p> ✔ menu',
      '<p>is</p> MENU',
      '<p>is</p> ✔ menu',
    ].sort(),
  )
})

test('removing and re-adding a reaction starts only one run', async ({ ada, ben, cleo, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben, cleo])
  const triage = await makeChannel(society.org, 'triage', [ada])
  const inbox = await ada.register('message')
  const one = await automate(ada, {
    trigger: onReaction('octopus'),
    steps: [
      post(triage, { text: '{person}: {message.link}\n\n{message.text}' }),
      { kind: 'direct_message', user_ids: null, text: 'Thanks, {person}' },
    ],
  })
  const thanks = await ben.register('message')
  const message_id = await cleo.sends('The loom is broken', inTopic(lunch))
  await react(ben, message_id)
  await ben.call(removeReaction, { message_id, emoji_name: 'octopus' })
  await react(ben, message_id)
  await server.runtime.timer.wake()
  await ben.call(removeReaction, { message_id, emoji_name: 'octopus' })
  await react(ben, message_id)
  await react(ben, message_id, 'tada')
  const sent = await sentByBots(server, inbox, [one])
  assert.equal(sent.length, 1)
  assert.match(sent[0]?.content ?? '', new RegExp(`/near/${message_id}"`))
  assert.match(sent[0]?.content ?? '', /<blockquote>\n<p>The loom is broken<\/p>/)
  assert.match(sent[0]?.content ?? '', /user-mention silent" data-user-id="\d+">Ben</)
  await react(cleo, message_id)
  assert.equal((await sentByBots(server, inbox, [one])).length, 2)
  const direct = await sentByBots(server, thanks, [one])
  assert.deepEqual(
    direct.map(({ type }) => type),
    ['private'],
  )
})

test('bots, edits, and moved messages don’t trigger runs', async ({ ada, ben, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const dinner = await makeChannel(society.org, 'dinner', [ada, ben])
  const early = await ada.sends('soup', inTopic(dinner))
  const one = await automate(ada, {
    trigger: onMessage({ stream_id: lunch, words: ['soup'] }),
    steps: [reply('soup'), { kind: 'react', emoji_name: 'octopus' }],
  })
  const other = await automate(ada, { trigger: onReaction('octopus'), steps: [reply('soup')] })
  const bot = await botOf(ben, society.subdomain)
  const posted = await bot.sends('soup', inTopic(lunch))
  await react(bot, posted)
  const edited = await ben.sends('bread', inTopic(lunch))
  await ben.call(updateMessage, { message_id: edited, content: 'soup' })
  await ada.call(updateMessage, { message_id: early, stream_id: lunch })
  await server.runtime.timer.wake()
  assert.deepEqual([...(await runsOf(ada, one)), ...(await runsOf(ada, other))], [])
  await ben.sends('soup', inTopic(lunch))
  await server.runtime.timer.wake()
  await server.runtime.timer.wake()
  // the automation's own reply and reaction don't count
  assert.deepEqual([(await runsOf(ada, one)).length, (await runsOf(ada, other)).length], [1, 0])
})

test('a held message triggers a run once it’s released', async ({ ada, ben, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  await ada.call(updateOrganization, { waiting_period_threshold: 3, newcomer_held_messages: 1 })
  const one = await automate(ada, { trigger: onMessage({ stream_id: lunch }), steps: [reply('Hi')] })
  const { fields } = await ben.refusedRaw('POST', '/messages', {
    ...{ type: 'channel', to: lunch, topic: 'looms', content: 'Hello' },
  })
  await server.runtime.timer.wake()
  assert.deepEqual(await runsOf(ada, one), [])
  await ada.call(releaseHeldMessage, { held_id: fields.held_id as number })
  await server.runtime.timer.wake()
  assert.deepEqual(
    (await runsOf(ada, one)).map(({ state, person_id }) => [state, person_id]),
    [['done', ben.id]],
  )
})

test('too many runs pause an automation, and turning it back on resets the count', async ({
  ada,
  ben,
  cleo,
  server,
  society,
}) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben, cleo])
  const watch = await ada.register()
  const one = await automate(ada, { trigger: onMessage({ stream_id: lunch }), steps: [reply('Hi')] })
  /** Inserts runs from the last hour. */
  const earlier = (count: number, personId: number, name: string) =>
    society.org.transact(null, async ({ tx, now }) => {
      const row = (await store.find(tx, society.org.id, one.automation_id)) as store.Stored
      for (let n = 0; n < count; n++)
        await store.insertRun(tx, {
          ...{ org_id: society.org.id, automation_id: row.id, trigger: row.trigger, steps: row.steps, state: 'done' },
          ...{ once_key: `${name} ${n}`, cause_at: now, started_at: now, person_id: personId as Person['id'] },
        })
    })
  await earlier(29, ben.id, 'ben')
  await ben.sends('30', inTopic(lunch))
  assert.equal((await automations(ada))[0]?.is_enabled, true)
  await ben.sends('31', inTopic(lunch))
  await server.runtime.timer.wake()
  const messageRunCount = async () => (await runsOf(ada, one)).filter(({ message_id }) => message_id !== null).length
  const paused = async () => (await automations(ada)).map(({ is_enabled, paused_because: why }) => [is_enabled, why])
  // a single user can't pause it
  assert.deepEqual([await messageRunCount(), await paused()], [1, [[true, null]]])
  await earlier(30, ada.id, 'ada')
  await cleo.sends('61', inTopic(lunch))
  assert.deepEqual(await paused(), [[false, 'runs']])
  await ada.sends('Not noticed', inTopic(lunch))
  await server.runtime.timer.wake()
  await watch.agreesWithFreshRegister()
  const updates = (await watch.of('automation')).map(({ automation }) => automation as { paused_because: string })
  assert.ok(updates.some(({ paused_because }) => paused_because === 'runs'))

  await passTo(server, 60)
  const [row] = await automations(ada)
  await ada.call(api.updateAutomation, {
    ...{ automation_id: one.automation_id, expected_revision: row?.revision ?? 0, is_enabled: true },
  })
  await ben.sends('Again', inTopic(lunch))
  assert.deepEqual(await paused(), [[true, null]])
})

test('public-channel triggers exclude private channels, which the bot must join', async ({
  ada,
  ben,
  ines,
  server,
  society,
}) => {
  const secret = await makeChannel(society.org, 'secret', [ada, ben], { invite_only: true })
  const open = await makeChannel(society.org, 'open', [ada, ben, ines])
  const everywhere = await automate(ada, {
    trigger: onMessage(),
    steps: [post(open, { text: '{message.text}', topic: 'copies' })],
  })
  const { bot_id } = everywhere
  await ben.sends('Private', inTopic(secret))
  await joinChannel(society.org, secret, { id: bot_id } as Person, ada)
  await ben.sends('Still private', inTopic(secret))
  assert.deepEqual(await runsOf(ada, everywhere), [])

  const trigger = onMessage({ stream_id: secret })
  const steps = [post(open, { text: '{message.text}', topic: 'copies' })]
  const { message } = await ines.refused(api.createAutomation, { name: 'Spy', trigger, steps })
  assert.match(message, /^Invalid trigger\.stream_id: must be a channel you can read/)
  const one = await automate(ada, { name: 'Copies', trigger, steps })
  const edit = { automation_id: one.automation_id, expected_revision: one.revision }
  await ines.refused(api.updateAutomation, { ...edit, steps: [post(open, { text: 'Elsewhere: {message.text}' })] })
  const inbox = await ada.register('message')
  await ben.sends('Secret', inTopic(secret))
  assert.equal((await sentByBots(server, inbox, [one])).length, 1)
  await ada.send('DELETE', '/users/me/subscriptions', { subscriptions: ['secret'], principals: [one.bot_id] })
  await ben.sends('Secret again', inTopic(secret))
  await server.runtime.timer.wake()
  const [run] = await runsOf(ada, one)
  assert.deepEqual(
    [run?.state, run?.failure],
    ['failed', 'The message that triggered this run was deleted, or the automation can no longer read it'],
  )
})

test('a channel’s automation only handles events in that channel', async ({ ada, ben, cleo, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben], { invite_only: true })
  const dinner = await makeChannel(society.org, 'dinner', [ada, ben, cleo])
  const one = await automate(ada, {
    ...{ stream_id: lunch, trigger: onMessage({ stream_id: lunch }) },
    steps: [reply('Hi'), { kind: 'direct_message', user_ids: null, text: 'Hi {person}' }],
  })
  assert.deepEqual((one.trigger as { stream_id: unknown }).stream_id, null)
  await ben.sends('Elsewhere', inTopic(dinner))
  const message_id = await ben.sends('Here', inTopic(lunch))
  await ada.call(updateMessage, { message_id, stream_id: dinner })
  await server.runtime.timer.wake()
  assert.deepEqual(
    (await runsOf(ada, one)).map(({ state }) => state),
    ['failed'],
  )
  const inbox = await ben.register('message')
  await ben.sends('Here', inTopic(lunch))
  assert.deepEqual(
    (await sentByBots(server, inbox, [one])).map(({ type }) => type),
    ['stream', 'private'],
  )
})

test('a deleted message is never copied to another channel', async ({ ada, ben, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const inbox = await ben.register('message')
  const one = await automate(ada, { trigger: onMessage(), steps: [post(lunch, { text: '{message.text}' })] })
  await ada.call(deleteMessage, { message_id: await ben.sends('Oops', inTopic(lunch)) })
  assert.deepEqual(await sentByBots(server, inbox, [one]), [])
  assert.equal((await runsOf(ada, one))[0]?.state, 'failed')
})

test('invalid triggers and steps return an error that names the parameter', async ({ ada, ben, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const other = await makeChannel(society.org, 'other', [ada, ben])
  const refusal = async (params: object) =>
    (await ada.refusedRaw('POST', '/automations', { name: 'Lunch', steps: [reply('Hi')], ...params })).message
  const react = { kind: 'react', emoji_name: 'octopus' }
  assert.match(await refusal({ trigger: daily }), /Invalid steps\[0\]\.stream_id: can only be null/)
  assert.match(await refusal({ trigger: daily, steps: [react] }), /Invalid steps\[0\]\.kind: requires a trigger/)
  const toPerson = { kind: 'direct_message', user_ids: null, text: 'Hi' }
  assert.match(await refusal({ trigger: daily, steps: [toPerson] }), /Invalid steps\[0\]\.user_ids: can only be null/)
  assert.match(await refusal({ trigger: onReaction('no_such') }), /Invalid trigger\.emoji_name: is not an emoji/)
  const steps = [{ ...react, emoji_name: 'no_such' }]
  assert.match(await refusal({ trigger: onMessage(), steps }), /Invalid steps\[0\]\.emoji_name: is not an emoji/)
  assert.match(await refusal({ trigger: onMessage({ stream_id: 1_000_000 }) }), /Invalid trigger\.stream_id/)
  assert.match(
    await refusal({ stream_id: lunch, trigger: onMessage({ stream_id: other }) }),
    /Invalid trigger\.stream_id: must be the automation's channel/,
  )
  assert.match(await refusal({ trigger: onMessage({ words: Array(21).fill('x') }) }), /Invalid trigger: .*too long/)
  assert.match(await refusal({ trigger: onMessage({ words: ['  '] }) }), /Invalid trigger: /)
  const one = await automate(ada, { trigger: onMessage(), steps: [reply('Hi')] })
  const edit = { automation_id: one.automation_id, expected_revision: one.revision }
  await ada.refused(api.updateAutomation, { ...edit, trigger: daily })
  assert.deepEqual(await automations(ada), [one])
})

test('pending runs survive a restart and execute once', async ({ ada, ben, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const inbox = await ben.register('message')
  const one = await automate(ada, { trigger: onReaction('octopus'), steps: [reply('One'), reply('Two')] })
  const message_id = await ben.sends('Hi', inTopic(lunch))
  await ben.call(addReaction, { message_id, emoji_name: 'octopus' })
  await evict(server, society.org.id)
  await Promise.all(Array.from({ length: 4 }, () => server.runtime.timer.wake()))
  await ben.call(removeReaction, { message_id, emoji_name: 'octopus' })
  await ben.call(addReaction, { message_id, emoji_name: 'octopus' })
  assert.deepEqual(
    (await sentByBots(server, inbox, [one])).map(({ content }) => content),
    ['<p>One</p>', '<p>Two</p>'],
  )
})
