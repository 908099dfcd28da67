import { ApiError, botTypes, type ChannelId, dayMs, type ParamsInput, roles } from '#contract'
import { Runtime } from '#platform/runtime'
import type { Viewer } from '#platform/viewer'
import { assert, type Person, test } from '#test'
import { makeChannel } from '../../../../../test/harness/channel.ts'
import { upload } from '../../../../../test/harness/files.ts'
import { updateChannel } from '../../../channels/channels/api.ts'
import { updateOrganization } from '../../../people/organization-settings/api.ts'
import { updateSettings } from '../../../people/user-settings/api.ts'
import { updateUser } from '../../../people/users/api.ts'
import { createScheduledMessage } from '../../scheduled-messages/api.ts'
import { compose, composeContext } from '../actions/compose.ts'
import { sendMessage as writeMessage } from '../actions/send.ts'
import { deleteMessage } from '../api/delete.ts'
import { updateMessage } from '../api/edit.ts'
import { sendMessage } from '../api/send.ts'
import { limitsOn } from './access.ts'
import { countsOfNewTopic } from './actions.ts'
import * as api from './api.ts'

test.afterEach(({ server }) => server.clock.release())

const later = (ms: number) => new Date(Date.now() + ms)
const post = (content: string, topic = 'looms') => ({ type: 'channel', to: 'general', topic, content }) as const
const direct = (to: readonly Person[], content = 'Hi') =>
  ({ type: 'direct', to: to.map(({ id }) => id), content }) as const

/** Everyone has just joined, so members and guests are new. */
const limit = (ada: Person, limits: ParamsInput<typeof updateOrganization.params>) =>
  ada.call(updateOrganization, { waiting_period_threshold: 3, ...limits })

test('links by new members are limited in messages and edits', async ({ ada, ben }) => {
  await limit(ada, { newcomer_links_per_message: 0 })
  for (const content of [
    'https://loom.example',
    'see [this](https://loom.example)',
    '> https://loom.example',
    'пример https://пример.example/ткань',
    'loom.example.com/x',
    '![x](https://loom.example/x.png)',
    'mailto:ben@loom.example',
    '[this](//loom.example)',
    '[this](HTTPS:loom.example)',
    '```quote\n<https://loom.example>\n```',
    '~~~spoiler\n**[this](https://loom.example "x")**\n~~~',
  ]) {
    const { status, code, message, fields } = await ben.refused(sendMessage, post(content), api.noLinksYet)
    assert.deepEqual([status, code, fields.rule, fields.limit], [400, 'MESSAGE_REFUSED', 'links', 0], content)
    assert.equal(message, "New members can't post links yet.")
  }
  const message_id = await ben.sends('No links 🧵', { channel: 'general', topic: 'looms' })
  await ben.refused(updateMessage, { message_id, content: 'https://loom.example' }, api.noLinksYet)
  await ben.call(updateMessage, { message_id, content: '`https://loom.example` and #**general>looms**' })
  await ada.call(sendMessage, post('https://loom.example'))
  await limit(ada, { newcomer_links_per_message: 2 })
  await ben.call(sendMessage, post('https://a.example https://b.example https://a.example'))
  const { fields, message } = await ben.refused(
    sendMessage,
    post('https://a.example https://b.example https://c.example'),
    api.tooManyLinks,
  )
  assert.deepEqual([fields.rule, fields.limit], ['links', 2])
  assert.equal(message, 'Too many links: new members can post at most 2 in a message.')
})

test('links in new topics count too', async ({ ada, ben, server, society }) => {
  await ada.sends('Hello', { channel: 'general', topic: 'see https://loom.example' })
  await limit(ada, { newcomer_links_per_message: 0 })
  for (const topic of ['see https://other.example', 'loom.example.com/x'])
    await ben.refused(sendMessage, post('x', topic), api.noLinksYet)
  const message_id = (await ben.call(sendMessage, post('x', 'see HTTPS://loom.example'))).id as never
  await ben.refused(updateMessage, { message_id, topic: 'https://other.example' }, api.noLinksYet)
  const content = { message_id, topic: 'https://other.example', content: 'y' }
  await ben.refused(updateMessage, content, api.noLinksYet)
  const own = server.runtime.organizationUrl(society.subdomain)
  await ben.call(updateMessage, { message_id, topic: own })
  await limit(ada, { newcomer_links_per_message: 1 })
  await ben.refused(sendMessage, post('https://a.example', 'https://b.example'), api.tooManyLinks)
  await ben.call(sendMessage, post('x', 'https://b.example'))
})

test('new members can’t post files if the organization doesn’t allow it', async ({ ada, ben }) => {
  await limit(ada, { newcomer_files_allowed: false })
  const { url } = await upload(ben, 'Webstuhl 🧵.txt', 'x')
  await ben.refused(sendMessage, post(`[x](${url})`), api.noFilesYet)
  const message_id = await ben.sends('x', { channel: 'general', topic: 'looms' })
  await ben.refused(updateMessage, { message_id, content: `[x](${url})` }, api.noFilesYet)
  await ben.call(sendMessage, direct([ada], `[x](${url})`))
})

test('people, groups, and everyone count as mentions, silent mentions don’t', async ({ ada, ben, cleo }) => {
  await limit(ada, { newcomer_mentions_per_message: 1 })
  await ben.call(sendMessage, post(`@**${cleo.name}** @**${cleo.name}** @_**${ada.name}**`))
  for (const more of [`@**${ada.name}**`, '@**topic**'])
    await ben.refused(sendMessage, post(`@**${cleo.name}** ${more}`), api.tooManyMentions)
  await limit(ada, { newcomer_mentions_per_message: 0 })
  await ben.refused(sendMessage, post(`@**${cleo.name}**`), api.noMentionsYet)
})

test('limits don’t apply to full members, moderators, and messages to moderators', async ({
  ada,
  ben,
  momo,
  gus,
  server,
}) => {
  await ada.call(updateOrganization, { newcomer_links_per_message: 0 })
  // without a waiting period, everyone is a full member
  await ben.call(sendMessage, post('https://loom.example'))
  await limit(ada, {})
  await ben.refused(sendMessage, post('https://loom.example'), api.noLinksYet)
  await momo.call(sendMessage, post('https://loom.example'))
  for (const one of [ben, gus]) await one.call(sendMessage, direct([momo, ada], 'https://loom.example'))
  await ben.call(sendMessage, direct([ben], 'https://loom.example'))
  await ben.refused(sendMessage, direct([momo, gus], 'https://loom.example'), api.noLinksYet)
  await ada.call(updateUser, { user_id: gus.id, role: roles.moderator })
  await gus.call(sendMessage, direct([ben], 'https://loom.example'))
  server.clock.set(later(3 * dayMs))
  await ben.call(sendMessage, post('https://loom.example'))
})

test('a bot has the limits of its owner', async ({ ada, ben, momo, society }) => {
  await limit(ada, { newcomer_links_per_message: 0 })
  const bot = (owner: Person) =>
    society.join(`Loom of ${owner.name}`, roles.member, { bot_type: botTypes.generic, bot_owner_id: owner.id })
  const [limited, free] = [await bot(ben), await bot(momo)]
  await limited.refused(sendMessage, post('https://loom.example'), api.noLinksYet)
  await free.call(sendMessage, post('https://loom.example'))
})

test('new topics are counted for a day, also those that messages are moved to', async ({ ada, ben, server }) => {
  await ada.sends('Hello', { channel: 'general', topic: 'Looms' })
  await limit(ada, { newcomer_topics_per_day: 2 })
  const message_id = (await ben.call(sendMessage, post('x', 'one'))).id as never
  await ben.call(sendMessage, post('x', 'ONE'))
  await ben.call(sendMessage, post('x', 'looms'))
  await ben.call(updateMessage, { message_id, topic: 'two' })
  const { message } = await ben.refused(updateMessage, { message_id, topic: 'three' }, api.tooManyTopics)
  assert.equal(message, 'Too many new topics: new members can start at most 2 a day.')
  const { fields } = await ben.refused(sendMessage, post('x', 'three'), api.tooManyTopics)
  assert.deepEqual([fields.rule, fields.limit], ['topics', 2])
  // deleting them doesn't give them back
  await ada.call(deleteMessage, { message_id })
  await ben.refused(sendMessage, post('x', 'three'), api.tooManyTopics)
  server.clock.set(later(dayMs + 1_000))
  await ben.call(sendMessage, post('x', 'three'))
  await limit(ada, { newcomer_topics_per_day: 0 })
  await ben.refused(sendMessage, post('x', 'four'), api.noTopicsYet)
})

test('simultaneous messages don’t exceed the limit per minute', async ({ ada, ben, cleo, server }) => {
  await ada.sends('Hello', { channel: 'general', topic: 'looms' })
  await limit(ada, { newcomer_messages_per_minute: 3 })
  const sent = await Promise.allSettled(Array.from({ length: 8 }, (_, at) => ben.call(sendMessage, post(`${at}`))))
  assert.equal(sent.filter(({ status }) => status === 'fulfilled').length, 3)
  const { fields } = await ben.refused(sendMessage, post('more'), api.tooManyMessages)
  assert.deepEqual([fields.rule, fields.limit], ['messages', 3])
  await cleo.call(sendMessage, post('x'))
  await ben.call(sendMessage, direct([ada]))
  server.clock.set(later(61_000))
  await ben.call(sendMessage, post('again'))
})

test('a refused message writes nothing that would have to be undone', async ({ ada, ben, society }) => {
  const { org } = society
  await limit(ada, { newcomer_topics_per_day: 5, newcomer_messages_per_minute: 1, newcomer_held_messages: 1 })
  const author = composeContext(org, org.viewer(ben.id) as Viewer)
  const tryIn = async (channel: ChannelId, topic: string) => {
    const place = { type: 'channel', to: channel, topic } as const
    const outgoing = await compose(author, { place, content: 'x', client: 'test' })
    return org.transact(ben.id, async (mutation) => {
      await assert.rejects(writeMessage(mutation, outgoing), ApiError)
      return mutation.hasWritten
    })
  }
  const looms = await makeChannel(org, 'slow looms', [ada, ben])
  await ada.call(updateChannel, { stream_id: looms, slow_mode_seconds: 60 })
  assert.equal(await tryIn(looms, 'needs a review'), false)
  await limit(ada, { newcomer_held_messages: 0 })
  await ben.call(sendMessage, { type: 'channel', to: looms, topic: 'one', content: 'x' })
  assert.equal(await tryIn(looms, 'too many'), false)
  await limit(ada, { newcomer_messages_per_minute: 60 })
  assert.equal(await tryIn(looms, 'too fast'), false)
})

test('new direct conversations are counted, messages in existing ones aren’t', async ({
  ada,
  ben,
  cleo,
  gus,
  momo,
}) => {
  await cleo.call(sendMessage, direct([ben]))
  await limit(ada, { newcomer_direct_conversations_per_day: 1 })
  await ben.call(sendMessage, direct([cleo]))
  await ben.call(sendMessage, direct([momo]))
  await ben.call(sendMessage, direct([gus]))
  await ben.call(sendMessage, direct([gus]))
  await ben.refused(sendMessage, direct([gus, cleo]), api.tooManyConversations)
  await limit(ada, { newcomer_direct_conversations_per_day: 0 })
  await ben.refused(sendMessage, direct([gus, cleo]), api.noConversationsYet)
})

test('a scheduled message is refused when it’s scheduled', async ({ ada, ben }) => {
  const to = await makeChannel(ada.org, 'weaving', [ada, ben])
  await limit(ada, { newcomer_links_per_message: 0, newcomer_messages_per_minute: 1 })
  const message = { type: 'stream', to, topic: 'looms', scheduled_delivery_timestamp: 4_000_000_000 } as const
  await ben.refused(createScheduledMessage, { ...message, content: 'https://loom.example' } as never, api.noLinksYet)
  for (let at = 0; at < 3; at++) await ben.call(createScheduledMessage, { ...message, content: `${at}` } as never)
})

test('counts and limits survive a restart', async ({ ada, ben, server, society }) => {
  await limit(ada, { newcomer_topics_per_day: 1 })
  await ben.call(sendMessage, post('x', 'one'))
  const { config, db, features } = server.runtime
  const restarted = new Runtime({ config, db, features, now: server.clock.now })
  const org = await restarted.organization(society.org.id)
  assert.equal(limitsOn(org, ben.id)?.newcomer_topics_per_day, 1)
  assert.equal(limitsOn(org, ada.id), undefined)
  const countAgain = org.transact(ben.id, (mutation) => countsOfNewTopic(mutation, ben.id))
  await assert.rejects(countAgain, /Too many new topics/)
})

test('only administrators can change the limits, and every client gets them', async ({ ada, ben, ines, momo }) => {
  const watch = await ben.register('realm')
  for (const one of [ben, momo]) await one.refused(updateOrganization, { newcomer_links_per_message: 1 })
  for (const wrong of [-1, 11, 1.5, '"x"'])
    await ada.refusedRaw('PATCH', '/realm', { newcomer_links_per_message: wrong })
  await ines.call(updateOrganization, { newcomer_links_per_message: 1, newcomer_files_allowed: false })
  await watch.agreesWithFreshRegister()
  const { realm_newcomer_links_per_message, realm_newcomer_files_allowed } = watch.reduced() as Record<string, unknown>
  assert.deepEqual([realm_newcomer_links_per_message, realm_newcomer_files_allowed], [1, false])
  await ines.call(updateOrganization, { newcomer_links_per_message: null })
  await watch.agreesWithFreshRegister()
})

test('the refusal is in the reader’s language', async ({ ada, ben }) => {
  await limit(ada, { newcomer_links_per_message: 0 })
  await ben.call(updateSettings, { default_language: 'de' })
  const { message } = await ben.refused(sendMessage, post('https://loom.example'))
  assert.equal(message, 'Neue Mitglieder können noch keine Links posten.')
})
