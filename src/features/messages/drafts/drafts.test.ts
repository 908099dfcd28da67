import { assert, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import * as api from './api.ts'

const draft = (content: string, timestamp = 1_700_000_000) => ({ type: '' as const, to: [], content, timestamp })

test('drafts are stored, replaced, and deleted, and other clients follow', async ({ ada, ben }) => {
  const watch = await ada.register('drafts')
  const other = await ben.register('drafts')
  const { ids } = await ada.call(api.createDrafts, {
    drafts: [draft('first'), { type: 'direct', to: [ben.id, ada.id], content: ' second ', timestamp: 1_700_000_005.7 }],
  })
  const [first = 0, second = 0] = ids
  await ada.call(api.createDrafts, { drafts: [] })
  const { count, drafts } = await ada.call(api.getDrafts)
  assert.deepEqual([count, drafts.map(({ id }) => id)], [2, [second, first]])
  const to = [ada.id, ben.id].sort((a, b) => a - b)
  assert.deepEqual(drafts[0], {
    id: second,
    type: 'private',
    to,
    topic: '',
    content: 'second',
    timestamp: 1_700_000_005,
  })
  await ada.call(api.editDraft, { draft_id: first, draft: draft('newest', 1_800_000_000) })
  await watch.agreesWithFreshRegister()
  await ada.call(api.deleteDraft, { draft_id: second })
  await watch.agreesWithFreshRegister()
  assert.deepEqual(await watch.ops(), ['add', 'update', 'remove'])
  assert.deepEqual(await other.ops(), [])
  await ben.refused(api.editDraft, { draft_id: first, draft: draft('mine') }, api.noSuchDraft)
  await ben.refused(api.deleteDraft, { draft_id: first }, api.noSuchDraft)
})

test('an edit or deletion with outdated expected content is refused', async ({ ada, ben }) => {
  const { ids } = await ada.call(api.createDrafts, { drafts: [draft('We ship')] })
  const [draft_id = 0] = ids
  const contents = async () => (await ada.call(api.getDrafts)).drafts.map(({ content }) => content)
  await ada.call(api.editDraft, { draft_id, draft: draft('We ship today'), expected_content: 'We ship' })
  const watch = await ada.register('drafts')
  const late = { draft_id, expected_content: 'We ship' }
  await ada.refused(api.editDraft, { ...late, draft: draft('We ship tomorrow') }, api.draftHasChanged)
  await ada.refused(api.deleteDraft, late, api.draftHasChanged)
  assert.deepEqual([await contents(), await watch.ops()], [['We ship today'], []])
  // drafts of others look missing
  await ben.refused(api.editDraft, { ...late, draft: draft('mine') }, api.noSuchDraft)
  await ben.refused(api.deleteDraft, { ...late, expected_content: 'We ship today' }, api.noSuchDraft)
  await ada.refusedRaw('PATCH', `/drafts/${draft_id}`, { draft: draft('x'), expected_content: 'x'.repeat(10_001) })
  await ada.call(api.deleteDraft, { draft_id, expected_content: 'We ship today' })
  await ada.refused(api.deleteDraft, late, api.noSuchDraft)
})

test('a draft needs one channel, existing people, and content', async ({ ada }) => {
  const tryTo = (one: Record<string, unknown>) =>
    ada.refusedRaw('POST', '/drafts', { drafts: [draft('good'), { ...draft('x'), ...one }] })
  assert.equal((await tryTo({ type: 'stream', to: [] })).message, api.oneChannel.message)
  assert.equal((await tryTo({ type: 'stream', to: [1, 2] })).message, api.oneChannel.message)
  await tryTo({ type: 'stream', to: [987_654] })
  await tryTo({ type: 'private', to: [987_654] })
  await tryTo({ type: 'letter' })
  await tryTo({ content: ' ' })
  await tryTo({ content: 'x'.repeat(10_001) })
  await tryTo({ timestamp: -1 })
  assert.equal((await ada.call(api.getDrafts)).count, 0)
})

test('the mark of a resolved topic does not count in the length of drafts', async ({ ada, society }) => {
  const id = await makeChannel(society.org, 'design', [ada])
  const keep = (topic: string) =>
    ada.send('POST', '/drafts', { drafts: [{ ...draft('x'), type: 'stream', to: [id], topic }] })
  for (const topic of [`✔ ${'é'.repeat(60)}`, `✔ ${'y'.repeat(59)}`, 'z'.repeat(60)]) await keep(topic)
  assert.equal((await ada.call(api.getDrafts)).count, 3)
  for (const topic of [`✔ ${'y'.repeat(61)}`, 'z'.repeat(61), 'z'.repeat(62)])
    await ada.refusedRaw('POST', '/drafts', { drafts: [{ ...draft('x'), type: 'stream', to: [id], topic }] })
})

test('turning synchronization off deletes drafts without an event', async ({ ada }) => {
  await ada.call(api.createDrafts, { drafts: [draft('gone')] })
  const watch = await ada.register('drafts')
  await ada.send('PATCH', '/settings', { enable_drafts_synchronization: false })
  assert.deepEqual(await watch.ops(), [])
  await ada.refused(api.getDrafts, {}, api.draftsAreOff)
  await ada.refused(api.createDrafts, { drafts: [draft('x')] }, api.draftsAreOff)
  await ada.send('PATCH', '/settings', { enable_drafts_synchronization: true })
  assert.equal((await ada.call(api.getDrafts)).count, 0)
})
