import { readOnly } from '#contract'
import { assert, type Person, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import * as restrictions from '../../people/restrictions/api.ts'
import * as api from './api.ts'
import { callUpkeep } from './due.ts'

const [one, two, three] = ['a', 'b', 'c'].map((letter) => letter.repeat(22)) as [string, string, string]
const upkeep = (person: Person) => callUpkeep.run(person.org, undefined as never, () => true)
const restrict = (by: Person, person: Person, more: object = {}) =>
  by.call(restrictions.restrictUser, { user_id: person.id, kind: 'read_only', until: null, reason: 'Spam', ...more })
const removed = async (watch: Awaited<ReturnType<typeof watching>>) =>
  (await watch.of('call_session', 'remove')).map(({ user_id, reason }) => [user_id, reason])
const watching = (person: Person) => person.register('call_session')

test('restrictions of direct messages apply to direct calls, except with moderators', async ({
  ada,
  ben,
  cleo,
  momo,
}) => {
  const direct = (person: Person) => ({ type: 'direct' as const, to: [person.id], session_id: one })
  const { call } = await cleo.call(api.startCall, { ...direct(ben), session_id: three })
  const { call_id } = call
  await restrict(ada, ben, { kind: 'no_direct_messages' })
  await ben.refused(api.joinCall, { call_id, session_id: one }, restrictions.noDirectMessages)
  // the ongoing call
  await ben.refused(api.startCall, direct(cleo), restrictions.noDirectMessages)
  await cleo.call(api.endCall, { call_id })
  await ben.refused(api.startCall, direct(cleo), restrictions.noDirectMessages)
  await restrict(ada, ben)
  const started = await ben.call(api.startCall, direct(momo))
  assert.deepEqual(
    started.call.sessions.map(({ user_id }) => user_id),
    [ben.id],
  )
  await ben.call(api.joinCall, { call_id: started.call.call_id, session_id: two })
  await upkeep(ada)
  await ben.call(api.reportAlive, { call_id: started.call.call_id, session_id: two })
})

test('a person restricted in a channel joins its calls no more, others’ stay open', async ({ ada, ben, momo }) => {
  const [closed, open] = [
    await makeChannel(ada.org, 'debates', [ada, ben]),
    await makeChannel(ada.org, 'recipes', [ada, ben]),
  ]
  const inChannel = (to: number) => ({ type: 'channel', to, topic: 'x' }) as const
  const { call } = await ada.call(api.startCall, { ...inChannel(closed), session_id: one })
  await restrict(momo, ben, { kind: 'read_only_in', stream_ids: [closed] })
  await ben.refused(api.joinCall, { call_id: call.call_id, session_id: two }, restrictions.readOnlyIn)
  await ben.refused(api.startCall, { ...inChannel(closed), session_id: two }, restrictions.readOnlyIn)
  await ben.refused(api.startCall, { ...inChannel(closed), topic: 'y', session_id: two }, restrictions.readOnlyIn)
  await ben.call(api.startCall, { ...inChannel(open), session_id: two })
})

test('a person restricted during a call can’t ring others and is removed', async ({ ada, ben, cleo, momo }) => {
  const channel = await makeChannel(ada.org, 'debates', [ada, ben, cleo])
  const { call } = await ada.call(api.startCall, { type: 'channel', to: channel, topic: 'x', session_id: one })
  const { call_id } = call
  await ben.call(api.joinCall, { call_id, session_id: two })
  const watch = await watching(ada)
  await restrict(momo, ben)
  await ben.refused(api.ringPeople, { call_id, user_ids: [cleo.id] }, readOnly)
  await upkeep(ada)
  assert.deepEqual(await removed(watch), [[ben.id, 'removed']])
  await ben.refused(api.reportAlive, { call_id, session_id: two }, api.sessionGone)
  await ben.refused(api.joinCall, { call_id, session_id: two }, readOnly)
})
