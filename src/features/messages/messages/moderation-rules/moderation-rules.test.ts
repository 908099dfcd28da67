import sharp from 'sharp'
import { botTypes, type ParamsInput, roles } from '#contract'
import { assert, type Person, test } from '#test'
import { makeChannel } from '../../../../../test/harness/channel.ts'
import { upload } from '../../../../../test/harness/files.ts'
import { getChannelId, updateChannel } from '../../../channels/channels/api.ts'
import { updateOrganization } from '../../../people/organization-settings/api.ts'
import { updateSettings } from '../../../people/user-settings/api.ts'
import { passTo, pending, schedule } from '../../scheduled-messages/fixture.ts'
import { updateMessage } from '../api/edit.ts'
import { sendMessage } from '../api/send.ts'
import { getHeldMessages, getOwnHeldMessages, messageHeld, releaseHeldMessage } from '../held-messages/api.ts'
import * as api from './api.ts'
import { maxRules } from './limits.ts'

test.afterEach(({ server }) => server.clock.release())

const later = (ms: number) => new Date(Date.now() + ms)
const post = (content: string, topic = 'looms') => ({ type: 'channel', to: 'general', topic, content }) as const

type Params = ParamsInput<typeof api.createModerationRule.params>
const defaults = { name: 'No spam', applies_to: 'members', action: 'refuse' } as const
const addRule = async (ada: Person, condition: Params['condition'], more: Partial<Params> = {}) =>
  (await ada.call(api.createModerationRule, { ...defaults, condition, ...more })).rule

const spam = { kind: 'words', words: ['spam', 'free money'] } as const

test('words are refused in messages, edits, and new topics', async ({ ada, ben }) => {
  await ada.sends('Hello', { channel: 'general', topic: 'spam discussion' })
  const rule = await addRule(ada, { ...spam, words: [...spam.words] })
  for (const content of ['Spam!', 'sp\u200bam', 'ѕраm', 's p a m', 'sp**am**', '/poll Snack?\nspam\nham']) {
    const { status, code, message, fields } = await ben.refused(sendMessage, post(content), api.wordRefused)
    assert.deepEqual([status, code, fields.rule, fields.rule_id], [400, 'MESSAGE_REFUSED', 'moderation_rule', rule.id])
    assert.equal(message, "This message contains a word or phrase that isn't allowed here.")
  }
  const message_id = await ben.sends('Spammers', { channel: 'general', topic: 'looms' })
  await ben.refused(updateMessage, { message_id, content: 'ſpam' }, api.wordRefused)
  await ben.refused(updateMessage, { message_id, topic: 'FREE money' }, api.wordRefused)
  await ben.refused(sendMessage, post('x', 'my s.p.a.m'), api.wordRefused)
  // a topic that someone else named
  await ben.call(sendMessage, post('x', 'spam discussion'))
  await ben.call(updateMessage, { message_id, topic: 'spam discussion' })
  await ben.call(updateMessage, { message_id, content: 'ham' })
})

test('moderators, their bots, and direct messages are exempt', async ({ ada, ben, gus, momo, society }) => {
  await addRule(ada, { kind: 'words', words: ['spam'] })
  const looms = await makeChannel(society.org, 'open looms', [ada, gus])
  await gus.refused(sendMessage, { ...post('spam'), to: looms }, api.wordRefused)
  const botOf = ({ id }: Person) =>
    society.join(`Bot ${id}`, roles.member, { bot_type: botTypes.generic, bot_owner_id: id })
  for (const sender of [momo, ada, await botOf(momo)]) await sender.call(sendMessage, post('spam'))
  await (await botOf(ben)).refused(sendMessage, post('spam'), api.wordRefused)
  await ben.call(sendMessage, { type: 'direct', to: [gus.id], content: 'spam' })
})

test('a rule can apply to new members or specific channels, and be turned off', async ({
  ada,
  ben,
  server,
  society,
}) => {
  const looms = await makeChannel(society.org, 'only looms', [ada, ben])
  const rule = await addRule(
    ada,
    { kind: 'words', words: ['spam'] },
    { applies_to: 'new_members', stream_ids: [looms] },
  )
  const inLooms = { type: 'channel', to: looms, topic: 'looms', content: 'spam' } as const
  // without a waiting period, everyone is a full member
  await ben.call(sendMessage, inLooms)
  await ada.call(updateOrganization, { waiting_period_threshold: 3 })
  await ben.refused(sendMessage, inLooms, api.wordRefused)
  await ben.call(sendMessage, post('spam'))
  await ada.call(api.updateModerationRule, { rule_id: rule.id, stream_ids: null })
  await ben.refused(sendMessage, post('spam'), api.wordRefused)
  await ada.call(api.updateModerationRule, { rule_id: rule.id, is_enabled: false })
  await ben.call(sendMessage, post('spam'))
  await ada.call(api.updateModerationRule, { rule_id: rule.id, is_enabled: true })
  server.clock.set(later(4 * 86_400_000))
  await ben.call(sendMessage, post('spam'))
})

test('links outside the allowed domains, or to blocked ones, are refused', async ({ ada, ben, server, society }) => {
  const realmUrl = server.runtime.organizationUrl(society.subdomain)
  const linkRule = await addRule(ada, { kind: 'links', mode: 'only', domains: ['Loom.example', 'пример.example'] })
  const refused = [
    'https://loom.example.evil.example',
    '[x](https://evil.example)',
    'evil.example.com/x',
    'a@evil.example.com',
    '[x](//evil.example)',
    '![x](https://evil.example/x.png)',
  ]
  for (const content of refused) await ben.refused(sendMessage, post(content), api.linkRefused)
  await ben.refused(sendMessage, post('x', 'see https://evil.example'), api.linkRefused)
  for (const content of [
    'https://loom.example/x',
    'https://www.loom.example.',
    'https://ПРИМЕР.example',
    `${realmUrl}/#narrow`,
    '#**general>looms**',
    '`https://evil.example`',
  ])
    await ben.call(sendMessage, post(content))
  await ada.call(api.updateModerationRule, {
    rule_id: linkRule.id,
    condition: { kind: 'links', mode: 'never', domains: ['evil.example'] },
  })
  for (const content of ['https://sub.EVIL.example', 'mailto:me@evil.example'])
    await ben.refused(sendMessage, post(content), api.linkRefused)
  await ben.call(sendMessage, post('https://other.example https://notevil.example'))
})

test('too many mentions, wildcards, and file types are refused', async ({ ada, ben, cleo, momo }) => {
  await addRule(ada, { kind: 'mentions', max: 1 })
  await ben.call(sendMessage, post(`@**${cleo.name}** @**${cleo.name}** @_**${momo.name}**`))
  for (const content of [`@**${cleo.name}** @**${momo.name}**`, '@**topic**'])
    await ben.refused(sendMessage, post(content), api.mentionsRefused)
  await addRule(ada, { kind: 'files', extensions: ['.EXE', 'tar.gz'] })
  for (const name of ['Webstuhl 🧵.exe', 'loom.tar.gz']) {
    const { url } = await upload(ben, name, 'x')
    await ben.refused(sendMessage, post(`[x](${url})`), api.fileRefused)
  }
  await addRule(ada, { kind: 'files', extensions: ['png'] })
  const create = { width: 8, height: 8, channels: 3, background: '#000' } as const
  const picture = await upload(ben, 'loom.png', await sharp({ create }).png().toBuffer())
  for (const content of [`![x](${picture.url})`, `[x](${picture.url})`])
    await ben.refused(sendMessage, post(content), api.fileRefused)
  const { url } = await upload(ben, 'exe.txt', 'x')
  await ben.call(sendMessage, post(`[x](${url})`))
})

test('repeated texts and too many messages are refused', async ({ ada, ben, cleo, server }) => {
  const repeats = await addRule(ada, { kind: 'repeats', places: 3 })
  for (const topic of ['one', 'one', 'two']) await ben.call(sendMessage, post('Buy my looms!', topic))
  await ben.refused(sendMessage, post('buy  MY looms', 'three'), api.repeatRefused)
  const message_id = await ben.sends('Hello', { channel: 'general', topic: 'three' })
  await ben.refused(updateMessage, { message_id, content: 'Buy my looms' }, api.repeatRefused)
  await cleo.call(sendMessage, post('Buy my looms!', 'three'))
  server.clock.set(later(11 * 60_000))
  await ben.call(sendMessage, post('Buy my looms!', 'three'))
  await ada.call(api.deleteModerationRule, { rule_id: repeats.id })
  await addRule(ada, { kind: 'flood', messages: 3, seconds: 60 })
  server.clock.set(later(30 * 60_000))
  const sent = await Promise.allSettled(Array.from({ length: 8 }, (_, at) => ben.call(sendMessage, post(`${at}`))))
  assert.equal(sent.filter(({ status }) => status === 'fulfilled').length, 3)
  await ben.refused(sendMessage, post('x'), api.floodRefused)
  server.clock.set(later(32 * 60_000))
  await ben.call(sendMessage, post('x'))
})

test('a flood in one channel is noticed between many other messages', async ({ ada, ben, cleo, server, society }) => {
  const elsewhere = await makeChannel(society.org, 'open looms', [ada, ben])
  const { stream_id } = await ada.call(getChannelId, { stream: 'general' })
  server.clock.set(later(0))
  await ben.call(sendMessage, post('too early'))
  server.clock.set(later(2 * 60_000))
  await addRule(ada, { kind: 'flood', messages: 3, seconds: 60 }, { stream_ids: [stream_id] })
  for (let round = 0; round < 3; round++) {
    await ben.call(sendMessage, post(`${round}`))
    for (let count = 0; count < 6; count++) {
      await ben.call(sendMessage, { ...post(`${round} ${count}`), to: elsewhere })
      await ben.sends(`${round} ${count}`, cleo)
    }
  }
  await ben.refused(sendMessage, post('x'), api.floodRefused)
  server.clock.set(later(3 * 60_000 + 1_000))
  await ben.call(sendMessage, post('x'))
})

test('the queue says which rule holds a message, or that it’s one of the first', async ({ ada, ben, cleo, momo }) => {
  const rule = await addRule(ada, { kind: 'words', words: ['spam'] }, { name: 'No ads', action: 'hold' })
  const causes = async () =>
    (await momo.call(getHeldMessages)).held_messages.map(({ rule_name, is_first }) => [rule_name, is_first])
  await ben.refused(sendMessage, post('spam?'), messageHeld)
  await ada.call(api.updateModerationRule, { rule_id: rule.id, name: 'Ads' })
  await ada.call(updateOrganization, { waiting_period_threshold: 3, newcomer_held_messages: 1 })
  await cleo.refused(sendMessage, post('Hello'), messageHeld)
  await cleo.refused(sendMessage, post('Hello spam'), messageHeld)
  await addRule(ada, { kind: 'words', words: ['loom'] }, { name: 'Looms', action: 'report' })
  await cleo.refused(sendMessage, post('loom'), messageHeld)
  assert.deepEqual(await causes(), [
    ['No ads', false],
    [null, true],
    ['Ads', true],
    [null, true],
  ])
  assert.ok(!JSON.stringify(await cleo.call(getOwnHeldMessages)).includes('Ads'))
})

test('a rule can hold messages until a moderator releases them', async ({ ada, ben, momo, society }) => {
  await addRule(ada, { kind: 'words', words: ['spam'] }, { action: 'hold' })
  const { fields } = await ben.refused(sendMessage, post('spam?'), messageHeld)
  const { held_id } = (await ben.refused(sendMessage, post('spam?'), messageHeld)).fields
  assert.equal(held_id, fields.held_id)
  const { held_messages } = await momo.call(getHeldMessages, {})
  assert.deepEqual(
    held_messages.map(({ id, content }) => [id, content]),
    [[held_id, 'spam?']],
  )
  const { message_id } = await momo.call(releaseHeldMessage, { held_id: held_id as number })
  // edits and messages in private channels can’t be held
  await ben.refused(updateMessage, { message_id, content: 'more spam' }, api.wordRefused)
  const secret = await makeChannel(society.org, 'secret looms', [ada, ben])
  await ada.call(updateChannel, { stream_id: secret, is_private: true })
  await ben.refused(sendMessage, { type: 'channel', to: secret, topic: 'x', content: 'spam' }, api.wordRefused)
})

test('rules that refuse messages win, with their own message or a translated default', async ({ ada, ben }) => {
  await addRule(ada, { kind: 'words', words: ['spam'] }, { action: 'hold' })
  const refuseRule = await addRule(ada, { kind: 'words', words: ['spam'] }, { message: 'Read {name} #rules first.' })
  const refusal = await ben.refused(sendMessage, post('spam'))
  assert.deepEqual(
    [refusal.code, refusal.message, refusal.fields.rule_id],
    ['MESSAGE_REFUSED', 'Read {name} #rules first.', refuseRule.id],
  )
  await ada.call(api.updateModerationRule, { rule_id: refuseRule.id, message: '' })
  await ben.call(updateSettings, { default_language: 'de' })
  assert.equal(
    (await ben.refused(sendMessage, post('spam'))).message,
    'Diese Nachricht enthält ein Wort, das hier nicht erlaubt ist.',
  )
})

test('scheduled messages are checked when they’re sent', async ({ ada, ben, server }) => {
  const to = await makeChannel(ada.org, 'weaving', [ada, ben])
  await schedule(ben, { type: 'channel', to, topic: 'looms', content: 'spam' })
  await addRule(ada, { kind: 'words', words: ['spam'] })
  await passTo(server, 62)
  const [scheduled] = await pending(ben)
  assert.equal(scheduled?.failed, true)
})

test('only administrators can manage rules and get events about them', async ({ ada, ben, ines, momo }) => {
  const administrator = await ines.register('moderation_rules')
  const moderator = await momo.register('moderation_rules')
  const { id } = await addRule(ada, { kind: 'words', words: ['spam'] }, { name: ' Spam 🧵 ' })
  await ines.call(api.updateModerationRule, { rule_id: id, condition: { kind: 'mentions', max: 2 }, action: 'hold' })
  const { rules } = await ada.call(api.getModerationRules, {})
  const expected = { id, name: 'Spam 🧵', is_enabled: true, condition: { kind: 'mentions', max: 2 } }
  assert.deepEqual(rules, [
    {
      ...expected,
      applies_to: 'members',
      stream_ids: null,
      checks_profiles: false,
      action: 'hold',
      restrict_minutes: 1_440,
      message: '',
    },
  ])
  for (const person of [ben, momo]) {
    await person.refused(api.getModerationRules, {})
    await person.refused(api.deleteModerationRule, { rule_id: id })
    await person.refused(api.tryModerationRule, { condition: { kind: 'mentions', max: 2 }, applies_to: 'members' })
  }
  await ada.call(api.deleteModerationRule, { rule_id: id })
  await ada.refused(api.deleteModerationRule, { rule_id: id }, api.noSuchRule)
  await ada.refused(api.updateModerationRule, { rule_id: id, name: 'x' }, api.noSuchRule)
  assert.equal((await administrator.of('moderation_rules')).length, 3)
  assert.equal((await moderator.of('moderation_rules')).length, 0)
})

test('invalid rules and rules over the limit are refused', async ({ ada }) => {
  const invalidConditions: unknown[] = [
    { kind: 'words', words: [] },
    { kind: 'words', words: ['!!'] },
    { kind: 'words', words: Array.from({ length: 201 }, (_, at) => `w${at}`) },
    { kind: 'words', words: ['x'.repeat(61)] },
    { kind: 'words', words: ['x'], places: 3 },
    { kind: 'links', mode: 'never', domains: ['no domain'] },
    { kind: 'links', mode: 'sometimes', domains: ['a.example'] },
    { kind: 'mentions', max: -1 },
    { kind: 'repeats', places: 1 },
    { kind: 'flood', messages: 0, seconds: 1 },
    { kind: 'files', extensions: ['a/b'] },
    { kind: 'other' },
  ]
  for (const condition of invalidConditions) {
    const { message } = await ada.refusedRaw('POST', '/moderation_rules', {
      ...defaults,
      condition: JSON.stringify(condition),
    })
    assert.match(message, /condition/)
  }
  const condition = { kind: 'words', words: ['spam'] } as const
  await ada.refused(api.createModerationRule, {
    ...defaults,
    condition: { ...condition, words: ['x'] },
    stream_ids: [999_999 as never],
  })
  for (let at = 0; at < maxRules; at++) await addRule(ada, { kind: 'words', words: ['spam'] })
  await ada.refused(
    api.createModerationRule,
    { ...defaults, condition: { kind: 'words', words: ['x'] } },
    api.tooManyRules,
  )
})
