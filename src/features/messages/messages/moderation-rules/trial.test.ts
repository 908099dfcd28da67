import { dayMs, type ParamsInput } from '#contract'
import { assert, type Person, test } from '#test'
import { makeChannel } from '../../../../../test/harness/channel.ts'
import { sendMessage } from '../api/send.ts'
import { tryModerationRule } from './api.ts'
import { maxMatchesListed } from './limits.ts'

test.afterEach(({ server }) => server.clock.release())

type Params = ParamsInput<typeof tryModerationRule.params>
const tryRule = (ada: Person, condition: Params['condition'], more: Partial<Params> = {}) =>
  ada.call(tryModerationRule, { condition, applies_to: 'members', ...more })
const textsOf = ({ matches }: Awaited<ReturnType<typeof tryRule>>) => matches.map(({ excerpt }) => excerpt)
const words = (...list: string[]) => ({ kind: 'words' as const, words: list })
const place = { channel: 'general', topic: 'looms' }

test('testing a rule lists recent messages it would have caught', async ({ ada, ben, momo, server, society }) => {
  server.clock.set(new Date(Date.now() - 31 * dayMs))
  await ben.sends('Old spam', place)
  server.clock.release()
  const hidden = await makeChannel(society.org, 'hidden looms', [momo, ben], { invite_only: true })
  await ben.sends('Hidden spam', { channel: hidden, topic: 'looms' })
  const shared = await makeChannel(society.org, 'shared looms', [ada, ben], { invite_only: true })
  await ben.sends('Shared spam', { channel: shared, topic: 'looms' })
  for (const content of ['spam one', 'ham', 'ѕpam two']) await ben.sends(content, place)
  await ben.sends('ham', { channel: 'general', topic: 'more spam' })
  await momo.sends('spam by a moderator', place)
  await ben.call(sendMessage, { type: 'direct', to: [ada.id], content: 'spam' })
  const result = await tryRule(ada, words('spam'))
  assert.deepEqual([result.matched, result.inspected, result.is_complete], [4, 5, true])
  assert.deepEqual(textsOf(result), ['ham', 'ѕpam two', 'spam one', 'Shared spam'])
  assert.equal(result.matches[0]?.topic, 'more spam')
  assert.deepEqual(textsOf(await tryRule(ada, words('spam'), { stream_ids: [shared] })), ['Shared spam'])
  assert.equal((await tryRule(ada, words('spam'), { stream_ids: [hidden] })).inspected, 0)
})

test('testing a rule about repeats or floods counts earlier messages', async ({ ada, ben, cleo }) => {
  for (const topic of ['one', 'two', 'three', 'three']) await ben.sends('Buy this!', { channel: 'general', topic })
  await cleo.sends('Buy this!', { channel: 'general', topic: 'four' })
  const places = async (condition: Params['condition']) =>
    (await tryRule(ada, condition)).matches.map(({ sender_id, topic }) => [sender_id, topic])
  assert.deepEqual(await places({ kind: 'repeats', places: 3 }), [
    [ben.id, 'three'],
    [ben.id, 'three'],
  ])
  assert.deepEqual(await places({ kind: 'flood', messages: 3, seconds: 600 }), [[ben.id, 'three']])
})

test('testing a rule for new members ignores messages by full members', async ({ ada, ben }) => {
  await ben.sends('spam', place)
  assert.equal((await tryRule(ada, words('spam'), { applies_to: 'new_members' })).inspected, 0)
})

test('testing a rule counts all matches but lists only the newest', async ({ ada, ben }) => {
  for (let at = 0; at < maxMatchesListed + 5; at++) await ben.sends(`spam ${at} ${'x'.repeat(300)}`, place)
  const { matched, matches } = await tryRule(ada, words('spam'))
  assert.deepEqual([matched, matches.length], [maxMatchesListed + 5, maxMatchesListed])
  assert.match(matches[0]?.excerpt ?? '', /^spam 54 x+…$/)
})
