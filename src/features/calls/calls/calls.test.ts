import { asUserId } from '#contract'
import { assert, type Person, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { updateMessage } from '../../messages/messages/api/edit.ts'
import { getMessage } from '../../messages/messages/api/fetch.ts'
import { cannotPost, sendMessage } from '../../messages/messages/api/send.ts'
import * as api from './api.ts'
import { callUpkeep } from './due.ts'
import { leaseSecs, maxCameras, maxPeople, maxStarts, restartLeaseSecs, ringSecs } from './limits.ts'

const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'].map((letter) => letter.repeat(22))
const [one, two, three] = ids as [string, string, string]
const names = ['call', 'call_session', 'call_ring', 'call_mute', 'call_signal', 'update_message'] as const

const watching = (person: Person) => person.register(...names)
const startWith = (caller: Person, person: Person, session_id = one) =>
  caller.call(api.startCall, { type: 'direct', to: [person.id], session_id })
const joinAs = (person: Person, call_id: number, session_id: string) =>
  person.call(api.joinCall, { call_id, session_id })
const callsIn = (watch: { reduced(): object }) => (watch.reduced() as { calls: api.Call[] }).calls
const tooOften = { code: 'RATE_LIMIT_HIT' }
const upkeep = (person: Person) => callUpkeep.run(person.org, undefined as never, () => true)

test('a direct call rings the other person, who joins and leaves', async ({ ada, ben, cleo }) => {
  const [own, other, outside] = [await watching(ada), await watching(ben), await watching(cleo)]
  const { call, already_live, max_cameras } = await startWith(ada, ben)
  assert.deepEqual([call.type, call.user_ids, call.started_by], ['direct', [ada.id, ben.id], ada.id])
  assert.deepEqual([already_live, max_cameras], [false, maxCameras])
  await other.agreesWithFreshRegister()
  assert.deepEqual(
    callsIn(other)[0]?.ringing.map(({ user_id }) => user_id),
    [ben.id],
  )
  await joinAs(ben, call.call_id, two)
  for (const watch of [own, other]) {
    await watch.agreesWithFreshRegister()
    const [live] = callsIn(watch)
    assert.deepEqual([live?.ringing, live?.sessions.map(({ session_id }) => session_id)], [[], [one, two]])
  }
  assert.deepEqual(await outside.ops(), [])
  await ada.call(api.leaveCall, { call_id: call.call_id, session_id: one })
  await ben.call(api.leaveCall, { call_id: call.call_id, session_id: two })
  await own.agreesWithFreshRegister()
  assert.deepEqual(callsIn(own), [])
  await ben.refused(api.joinCall, { call_id: call.call_id, session_id: two }, api.callEnded)
  const past = await ben.call(api.getCall, { call_id: call.call_id })
  assert.deepEqual([past.participant_ids, past.missed_by_ids], [[ada.id, ben.id], []])
  assert.ok(past.ended_at)
})

test('the message of a call is a link, then who took part and how long', async ({ ada, ben }) => {
  const watch = await watching(ben)
  const { call } = await startWith(ada, ben)
  const { message } = await ben.call(getMessage, { message_id: call.message_id })
  assert.match(
    message.content,
    new RegExp(`^<p><a data-call-id="${call.call_id}" href="#call/${call.call_id}">Join the call</a>`),
  )
  await joinAs(ben, call.call_id, two)
  await ada.call(api.endCall, { call_id: call.call_id })
  const after = await ben.call(getMessage, { message_id: call.message_id, apply_markdown: true })
  const link = `^<p><a data-call-id="${call.call_id}" href="#call/${call.call_id}">Call, 1 minute</a>`
  assert.match(after.message.content, new RegExp(`${link}: .*Ada.* and .*Ben`))
  const [edit] = await watch.of('update_message')
  assert.deepEqual([edit?.rendering_only, edit?.user_id], [true, null])
  assert.equal(after.message.last_edit_timestamp, undefined)
  // the same text written by a person isn't marked as a call
  const url = `${ada.org.services.organizationUrl('')}/#call/${call.call_id}`
  for (const content of [
    `[Join the call](#call/${call.call_id})`,
    `[Join the call](${url})`,
    `<a data-call-id="${call.call_id}" href="#call/${call.call_id}">Join</a>`,
  ]) {
    const { id } = await ada.call(sendMessage, { type: 'direct', to: [ben.id], content })
    const written = await ben.call(getMessage, { message_id: id })
    assert.ok(!written.message.content.includes('<a data-call-id'))
  }
})

test('a call that isn’t accepted is missed, and its message stays unread', async ({ ada, ben, server }) => {
  const watch = await watching(ben)
  const { call } = await startWith(ada, ben)
  server.clock.advance((ringSecs + 1) * 1_000)
  await ada.call(api.reportAlive, { call_id: call.call_id, session_id: one })
  await upkeep(ada)
  await watch.agreesWithFreshRegister()
  assert.deepEqual(callsIn(watch)[0]?.ringing, [])
  await ada.call(api.leaveCall, { call_id: call.call_id, session_id: one })
  const { message } = await ben.call(getMessage, { message_id: call.message_id })
  assert.match(message.content, /Missed call/)
  assert.ok(!message.flags?.includes('read'))
  assert.deepEqual((await ben.call(api.getCall, { call_id: call.call_id })).missed_by_ids, [ben.id])
  server.clock.release()
})

test('declining stops the ring on every device and keeps the call', async ({ ada, ben }) => {
  const { call } = await startWith(ada, ben)
  const [caller, device] = [await watching(ada), await watching(ben)]
  await ben.call(api.declineCall, { call_id: call.call_id })
  assert.deepEqual((await device.of('call_ring', 'stop'))[0]?.reason, 'declined')
  assert.deepEqual((await caller.of('call_ring', 'stop'))[0]?.reason, 'declined')
  await caller.agreesWithFreshRegister()
  assert.equal(callsIn(caller).length, 1)
})

test('people in another call or in do not disturb aren’t rung', async ({ ada, ben, cleo }) => {
  await cleo.send('POST', '/quiet_time/pause', { until: Math.floor(Date.now() / 1000) + 3_600 })
  assert.deepEqual((await startWith(ada, cleo)).call.ringing, [])
  assert.deepEqual((await startWith(ben, ada, two)).call.ringing, [])
})

test('starting a second call in a conversation joins the ongoing one', async ({ ada, ben, society }) => {
  const channel_id = await makeChannel(society.org, 'lunch', [ada, ben])
  const where = { type: 'channel', to: channel_id, topic: 'Soup' } as const
  const first = await ada.call(api.startCall, { ...where, session_id: one })
  const second = await ben.call(api.startCall, { ...where, topic: 'soup', session_id: two })
  assert.deepEqual([second.call.call_id, second.already_live], [first.call.call_id, true])
  const elsewhere = await ada.call(api.startCall, { ...where, topic: 'bread', session_id: three })
  assert.equal(elsewhere.already_live, false)
  const { calls } = await ben.call(api.getCalls)
  assert.deepEqual(
    calls.map(({ topic, sessions }) => [topic, sessions.map(({ user_id }) => user_id)]),
    [
      ['Soup', [ben.id]],
      ['bread', [ada.id]],
    ],
  )
})

test('joining from a second device moves the call there', async ({ ada, ben }) => {
  const { call } = await startWith(ada, ben)
  const watch = await watching(ben)
  await joinAs(ada, call.call_id, two)
  const [removed] = await watch.of('call_session', 'remove')
  assert.deepEqual([removed?.session_id, removed?.reason], [one, 'moved'])
  await watch.agreesWithFreshRegister()
  await ada.refused(api.reportAlive, { call_id: call.call_id, session_id: one }, api.sessionGone)
  await ada.call(api.reportAlive, { call_id: call.call_id, session_id: two })
})

test('joining again with the same session keeps its place', async ({ ada, ben }) => {
  const { call } = await startWith(ada, ben)
  const again = await joinAs(ada, call.call_id, one)
  assert.deepEqual(again.call.sessions, call.sessions)
  await assert.rejects(ben.send('POST', `/calls/${call.call_id}/join`, { session_id: one }), /session_id/)
})

test('a session without reports is lost, and the last one ends the call', async ({ ada, ben, server }) => {
  const { call } = await startWith(ada, ben)
  const { call_id } = call
  await joinAs(ben, call_id, two)
  server.clock.advance((leaseSecs - 5) * 1_000)
  await ben.call(api.reportAlive, { call_id, session_id: two })
  server.clock.advance(6_000)
  const watch = await watching(ben)
  await upkeep(ada)
  assert.deepEqual(
    (await watch.of('call_session', 'remove')).map(({ user_id, reason }) => [user_id, reason]),
    [[ada.id, 'lost']],
  )
  server.clock.advance(leaseSecs * 1_000)
  await upkeep(ada)
  assert.deepEqual((await ben.call(api.getCalls)).calls, [])
  await ben.refused(api.reportAlive, { call_id, session_id: two }, api.sessionGone)
  server.clock.release()
})

test('a page that closes loses its session soon, unless it comes back', async ({ ada, ben, server }) => {
  const { call } = await startWith(ada, ben)
  const { call_id } = call
  await joinAs(ben, call_id, two)
  await ada.call(api.leaveCall, { call_id, session_id: one, closing: true })
  await ben.call(api.leaveCall, { call_id, session_id: two, closing: true })
  await joinAs(ben, call_id, two)
  server.clock.advance(9_000)
  await upkeep(ada)
  const [live] = (await ben.call(api.getCalls)).calls
  assert.deepEqual(
    live?.sessions.map(({ user_id }) => user_id),
    [ben.id],
  )
  server.clock.release()
})

test('after a restart, sessions get time to report again', async ({ ada, ben, server }) => {
  const { call } = await startWith(ada, ben)
  await ada.org.load()
  server.clock.advance((leaseSecs + 1) * 1_000)
  await upkeep(ada)
  await ada.call(api.reportAlive, { call_id: call.call_id, session_id: one })
  server.clock.advance((restartLeaseSecs - 1) * 1_000)
  await upkeep(ada)
  assert.equal((await ben.call(api.getCalls)).calls.length, 1)
  server.clock.advance(leaseSecs * 1_000)
  await upkeep(ada)
  assert.deepEqual((await ben.call(api.getCalls)).calls, [])
  server.clock.release()
})

test('only people who can post in the conversation see and join its call', async ({ ada, ben, cleo, gus, society }) => {
  const channel_id = await makeChannel(society.org, 'plans', [ada, ben], { invite_only: true })
  const { call } = await ada.call(api.startCall, { type: 'channel', to: channel_id, topic: 'x', session_id: one })
  const { call_id } = call
  for (const outsider of [cleo, gus]) {
    await outsider.refused(api.joinCall, { call_id, session_id: two }, api.callEnded)
    await outsider.refused(api.getCall, { call_id }, api.callEnded)
    await outsider.refused(api.endCall, { call_id }, api.callEnded)
    assert.deepEqual((await outsider.call(api.getCalls)).calls, [])
  }
  await ada.send('PATCH', `/streams/${channel_id}`, {
    can_send_message_group: JSON.stringify({ new: { direct_members: [ada.id], direct_subgroups: [] } }),
  })
  await ben.refused(api.joinCall, { call_id, session_id: two }, cannotPost)
})

test('unsubscribing from a private channel ends the person’s part in its calls', async ({ ada, ben, society }) => {
  const channel_id = await makeChannel(society.org, 'plans', [ada, ben], { invite_only: true })
  const { call } = await ada.call(api.startCall, { type: 'channel', to: channel_id, topic: 'x', session_id: one })
  await joinAs(ben, call.call_id, two)
  const [own, other] = [await watching(ben), await watching(ada)]
  await ada.send('DELETE', '/users/me/subscriptions', {
    subscriptions: JSON.stringify(['plans']),
    principals: JSON.stringify([ben.id]),
  })
  await own.agreesWithFreshRegister()
  await other.agreesWithFreshRegister()
  assert.deepEqual(callsIn(own), [])
  assert.deepEqual(
    callsIn(other)[0]?.sessions.map(({ user_id }) => user_id),
    [ada.id],
  )
  await ada.send('POST', '/users/me/subscriptions', {
    subscriptions: JSON.stringify([{ name: 'plans' }]),
    principals: JSON.stringify([ben.id]),
  })
  await own.agreesWithFreshRegister()
  assert.equal(callsIn(own).length, 1)
})

test('people who lose the permission to post are removed', async ({ ada, ben, society }) => {
  const channel_id = await makeChannel(society.org, 'news', [ada, ben])
  const { call } = await ada.call(api.startCall, { type: 'channel', to: channel_id, topic: 'x', session_id: one })
  await joinAs(ben, call.call_id, two)
  await ada.send('PATCH', `/streams/${channel_id}`, {
    can_send_message_group: JSON.stringify({ new: { direct_members: [ada.id], direct_subgroups: [] } }),
  })
  const watch = await watching(ada)
  await upkeep(ada)
  assert.deepEqual((await watch.of('call_session', 'remove'))[0]?.reason, 'removed')
})

test('deactivating an account removes it from its call', async ({ ada, ben }) => {
  const { call } = await startWith(ada, ben)
  await joinAs(ben, call.call_id, two)
  const watch = await watching(ada)
  await ada.send('DELETE', `/users/${ben.id}`)
  assert.deepEqual((await watch.of('call_session', 'remove'))[0]?.user_id, ben.id)
})

test('starting calls requires the permission, and guests join but don’t start', async ({ ada, ben, gus }) => {
  await gus.refused(api.startCall, { type: 'direct', to: [ada.id], session_id: one }, api.cannotStartCalls)
  const { call } = await startWith(ada, gus)
  await joinAs(gus, call.call_id, two)
  await ada.send('PATCH', '/realm', {
    can_start_calls_group: JSON.stringify({ new: { direct_members: [ada.id], direct_subgroups: [] } }),
  })
  await ben.refused(api.startCall, { type: 'direct', to: [ada.id], session_id: three }, api.cannotStartCalls)
})

test('the starter and moderators remove, mute, and end; others can’t', async ({ ada, ben, cleo, momo, society }) => {
  const channel_id = await makeChannel(society.org, 'lunch', [ben, cleo, momo])
  const { call } = await ben.call(api.startCall, { type: 'channel', to: channel_id, topic: 'x', session_id: one })
  const { call_id } = call
  await joinAs(cleo, call_id, two)
  await joinAs(momo, call_id, three)
  await cleo.refused(api.leaveCall, { call_id, session_id: one }, api.cannotModerateCall)
  await cleo.refused(api.muteSession, { call_id, session_id: one }, api.cannotModerateCall)
  await cleo.refused(api.endCall, { call_id }, api.cannotModerateCall)
  const watch = await watching(cleo)
  await momo.call(api.muteSession, { call_id, session_id: two })
  assert.deepEqual((await watch.of('call_mute'))[0]?.by, momo.id)
  await ben.call(api.leaveCall, { call_id, session_id: two })
  const [removed] = await watch.of('call_session', 'remove')
  assert.deepEqual([removed?.reason, removed?.by], ['removed', ben.id])
  await momo.call(api.endCall, { call_id })
  assert.deepEqual((await ben.call(api.getCalls)).calls, [])
  void ada
})

test('microphone, camera, screen, and hand are visible to everyone in the conversation', async ({
  ada,
  ben,
  server,
}) => {
  const { call } = await startWith(ada, ben)
  const { call_id } = call
  await joinAs(ben, call_id, two)
  const watch = await watching(ben)
  await ada.call(api.updateSession, { call_id, session_id: one, video: true, hand: true })
  server.clock.advance(5_000)
  await ada.call(api.updateSession, { call_id, session_id: one, audio: false, screen: true, hand: true })
  await watch.agreesWithFreshRegister()
  const [session] = callsIn(watch)[0]?.sessions ?? []
  assert.deepEqual([session?.audio, session?.video, session?.screen], [false, true, true])
  const raised = session?.hand_at
  await ben.refused(api.updateSession, { call_id, session_id: two, screen: true }, api.screenShared)
  await ben.refused(api.updateSession, { call_id, session_id: one, video: false }, api.sessionGone)
  await ada.call(api.updateSession, { call_id, session_id: one, hand: false, screen: false })
  await ben.call(api.updateSession, { call_id, session_id: two, screen: true })
  await watch.agreesWithFreshRegister()
  assert.ok(raised)
  assert.deepEqual(callsIn(watch)[0]?.sessions[0]?.hand_at, null)
  server.clock.release()
})

test('signals reach the person they are for, however long', async ({ ada, ben, cleo }) => {
  const { call } = await ada.call(api.startCall, { type: 'direct', to: [ben.id, cleo.id], session_id: one })
  const { call_id } = call
  await joinAs(ben, call_id, two)
  const [receiver, other] = [await watching(ben), await watching(cleo)]
  const data = '日'.repeat(15_000)
  await ada.call(api.sendSignals, {
    call_id,
    session_id: one,
    signals: [
      { to: two, data },
      { to: three, data: 'x' },
    ],
  })
  assert.deepEqual(
    (await receiver.of('call_signal')).map((event) => [event.from, event.to, event.data]),
    [[one, two, data]],
  )
  assert.deepEqual(await other.of('call_signal'), [])
  const asOther = { call_id, session_id: one, signals: [{ to: two, data: 'x' }] }
  await ben.refused(api.sendSignals, asOther, api.sessionGone)
  await cleo.refused(api.sendSignals, asOther, api.sessionGone)
})

test('too many signals, calls, and people are refused', async ({ ada, ben, society }) => {
  const channel_id = await makeChannel(society.org, 'crowd', [ada, ben])
  const { call } = await ada.call(api.startCall, { type: 'channel', to: channel_id, topic: 'x', session_id: one })
  const { call_id } = call
  const signals = Array.from({ length: 50 }, () => ({ to: two, data: 'x' }))
  for (let round = 0; round < 4; round++) await ada.call(api.sendSignals, { call_id, session_id: one, signals })
  await assert.rejects(ada.call(api.sendSignals, { call_id, session_id: one, signals }), tooOften)
  for (let at = 1; at < maxPeople; at++) {
    const person = await society.join(`Person ${at}`)
    await joinAs(person, call_id, ids[at] as string)
  }
  await ben.refused(api.joinCall, { call_id, session_id: ids[8] as string }, api.callFull)
  for (let at = 1; at < maxStarts.count; at++) {
    const started = await ada.call(api.startCall, { type: 'channel', to: channel_id, topic: `x${at}`, session_id: one })
    await ada.call(api.endCall, { call_id: started.call.call_id })
  }
  const next = { type: 'channel', to: channel_id, topic: 'last', session_id: one } as const
  await assert.rejects(ada.call(api.startCall, next), tooOften)
})

test('a call follows its topic', async ({ ada, ben, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const dinner = await makeChannel(society.org, 'dinner', [ada])
  const { call } = await ada.call(api.startCall, { type: 'channel', to: lunch, topic: 'soup', session_id: one })
  const [own, other] = [await watching(ada), await watching(ben)]
  const move = { message_id: call.message_id, propagate_mode: 'change_all' } as const
  await ada.call(updateMessage, { ...move, topic: 'bread' })
  for (const watch of [own, other]) {
    await watch.agreesWithFreshRegister()
    assert.deepEqual(callsIn(watch)[0]?.topic, 'bread')
  }
  await ada.call(updateMessage, { ...move, stream_id: dinner })
  for (const watch of [own, other]) await watch.agreesWithFreshRegister()
  assert.deepEqual([callsIn(own)[0]?.channel_id, callsIn(other)], [dinner, []])
})

test('invalid sessions and people are refused by name', async ({ ada, ben, cleo }) => {
  await assert.rejects(ada.send('POST', '/calls', { type: 'direct', to: [ben.id], session_id: 'short' }), /session_id/)
  const { call } = await startWith(ada, ben)
  await ada.refused(api.ringPeople, { call_id: call.call_id, user_ids: [cleo.id] }, api.cannotRing)
  await ada.refused(api.ringPeople, { call_id: call.call_id, user_ids: [asUserId(999_999)] }, api.cannotRing)
  await cleo.refused(api.declineCall, { call_id: call.call_id }, api.callEnded)
})

test('clients that don’t know calls get only the message', async ({ ada, ben }) => {
  const older = await ben.registerWith({ event_types: [...names], client_capabilities: {} })
  await startWith(ada, ben)
  assert.deepEqual(
    (await older.ops()).filter((name) => name.startsWith('call')),
    [],
  )
  assert.deepEqual(older.initial.calls, undefined)
})
