import { invalidArgument } from '#contract'
import { assert, type Person, test } from '#test'
import { makeChannel } from '../../../../../test/harness/channel.ts'
import { getMessages, incompatibleParameters } from '../api/fetch.ts'
import { addReaction } from '../reactions/api.ts'

const byRelevance = (person: Person, operand: string, more: Record<string, unknown> = {}) =>
  person.call(getMessages, { sort_by: 'relevance', num_before: 20, narrow: [['search', operand]], ...more })

const idsOf = async (response: ReturnType<typeof byRelevance>) => (await response).messages.map(({ id }) => id)

const filler = Array.from({ length: 60 }, (_, index) => `filler${String.fromCharCode(97 + (index % 26))}${index}`)

test('results by relevance start with the best match', async ({ ada, society }) => {
  const channel = await makeChannel(society.org, 'relevance', [ada])
  const far = await ada.sends(`The dahlia, ${filler.join(' ')} and bulbs`, { channel, topic: 'garden' })
  const close = await ada.sends('Where are the dahlia bulbs?', { channel, topic: 'garden' })
  const inTopic = await ada.sends('The new version is out.', { channel, topic: 'dahlia bulbs' })
  const narrow = [['search', 'dahlia bulbs']]
  const byTime = await ada.call(getMessages, { anchor: 'newest', num_before: 20, num_after: 0, narrow })
  assert.deepEqual(
    byTime.messages.map(({ id }) => id),
    [far, close, inTopic],
  )
  assert.deepEqual(await idsOf(byRelevance(ada, 'dahlia bulbs')), [inTopic, close, far])
})

test('reactions raise a result, and ties go to the newer message', async ({ ada, ben, society }) => {
  const channel = await makeChannel(society.org, 'relevance', [ada, ben])
  const older = await ada.sends('Deploy runbook', { channel, topic: 'ops' })
  const newer = await ada.sends('Deploy runbook', { channel, topic: 'ops' })
  assert.deepEqual(await idsOf(byRelevance(ben, 'runbook')), [newer, older])
  for (const person of [ada, ben]) await person.call(addReaction, { message_id: older, emoji_name: 'thumbs_up' })
  assert.deepEqual(await idsOf(byRelevance(ben, 'runbook')), [older, newer])
})

test('the response says whether it has every match', async ({ ada, society }) => {
  const channel = await makeChannel(society.org, 'relevance', [ada])
  for (let index = 0; index < 3; index++) await ada.sends('marmalade', { channel, topic: 'tea' })
  assert.equal((await byRelevance(ada, 'marmalade', { num_before: 3 })).found_oldest, true)
  const some = await byRelevance(ada, 'marmalade', { num_before: 2 })
  assert.deepEqual([some.messages.length, some.found_oldest, some.found_newest], [2, false, true])
  const [first] = some.messages
  assert.equal(first?.match_content, '<p><span class="highlight">marmalade</span></p>')
})

test('people only find messages they can read', async ({ ada, ben, society }) => {
  const channel = await makeChannel(society.org, 'closed', [ada], { invite_only: true })
  await ada.sends('marmalade', { channel, topic: 'tea' })
  assert.deepEqual(await idsOf(byRelevance(ben, 'marmalade')), [])
})

test('similar words are found by relevance, too', async ({ ada, society }) => {
  const channel = await makeChannel(society.org, 'relevance', [ada])
  const id = await ada.sends('rhubarb crumble', { channel, topic: 'tea' })
  const { messages, near_words } = await byRelevance(ada, 'rhubrab', { near_words: true })
  assert.deepEqual(
    [messages.map((message) => message.id), near_words],
    [[id], [{ word: 'rhubrab', near: ['rhubarb'] }]],
  )
})

test('sorting by relevance needs a search and no anchor', async ({ ada }) => {
  const params = { sort_by: 'relevance' as const, num_before: 20, narrow: [['search', 'tea']] }
  await ada.refused(getMessages, { ...params, narrow: [] }, invalidArgument)
  await ada.refused(
    getMessages,
    { ...params, narrow: [{ operator: 'search', operand: 'tea', negated: true }] },
    invalidArgument,
  )
  await ada.refused(getMessages, { ...params, num_before: 101 }, invalidArgument)
  await ada.refused(getMessages, { ...params, anchor: 'newest' }, incompatibleParameters)
  await ada.refused(getMessages, { ...params, message_ids: [1] }, incompatibleParameters)
})
