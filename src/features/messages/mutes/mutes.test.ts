import { botTypes, mustBeHuman, roles } from '#contract'
import { afterEach, assert, type Person, test } from '#test'
import { joinChannel, leaveChannel, makeChannel } from '../../../../test/harness/channel.ts'
import { invalidChannelId } from '../../channels/channels/errors.ts'
import { updateSubscriptionProperty } from '../../channels/subscriptions/api.ts'
import { policies, updateUserTopic } from '../../channels/user-topics/api.ts'
import { messageMissed } from '../../notifications/notifications/hooks.ts'
import { invalidUserId } from '../../people/users/errors.ts'
import * as api from './api.ts'

let endings: (() => void)[] = []
afterEach(() => {
  for (const end of endings) end()
  endings = []
})

const noon = Date.parse('2030-01-07T12:00:00Z') / 1000
const begin = ({ server }: Person) => server.clock.set(new Date(noon * 1000))
const at = async ({ server }: Person, time: number) => {
  server.clock.set(new Date(time * 1000))
  await server.runtime.timer.wake()
}
const policyOf = async (person: Person, topic: string) => {
  const { user_topics } = (await person.register('user_topic')).initial as {
    user_topics: { topic_name: string; visibility_policy: number }[]
  }
  return user_topics.find(({ topic_name }) => topic_name.toLowerCase() === topic)?.visibility_policy ?? policies.none
}

test('older clients see a timed channel mute as a mute and an unmute', async ({ ada, ben }) => {
  begin(ben)
  const stream_id = await makeChannel(ada.org, 'garden', [ada, ben])
  const [old, own] = [await ben.register('subscription'), await ben.register('mutes', 'subscription')]
  await ben.call(api.mutePlace, { stream_id, until: noon + 3600 })
  await own.agreesWithFreshRegister()
  assert.deepEqual(own.reduced().mutes, [{ stream_id, until: noon + 3600 }])
  await at(ben, noon + 3599)
  const told = async () => (await old.of('subscription')).map(({ property, value }) => [property, value])
  assert.deepEqual(await told(), [
    ['in_home_view', false],
    ['is_muted', true],
  ])
  await at(ben, noon + 3600)
  assert.deepEqual((await told()).slice(2), [
    ['in_home_view', true],
    ['is_muted', false],
  ])
  for (const watch of [old, own]) await watch.agreesWithFreshRegister()
  assert.deepEqual((await ben.call(api.getMutes)).mutes, [])
})

test('a topic muted for a time gets its old policy back', async ({ ada, ben }) => {
  begin(ben)
  const stream_id = await makeChannel(ada.org, 'garden', [ada, ben])
  await ben.call(updateUserTopic, { stream_id, topic: 'Roses', visibility_policy: policies.followed })
  const watch = await ben.register('mutes', 'user_topic', 'muted_topics')
  await ben.call(api.mutePlace, { stream_id, topic: 'roses', until: noon + 60 })
  await ben.call(api.mutePlace, { stream_id, topic: 'ROSES', until: noon + 120 })
  await ben.call(api.mutePlace, { stream_id, topic: '', until: noon + 120 })
  await watch.agreesWithFreshRegister()
  await at(ben, noon + 119)
  assert.equal(await policyOf(ben, 'roses'), policies.muted)
  await at(ben, noon + 120)
  await watch.agreesWithFreshRegister()
  assert.deepEqual([await policyOf(ben, 'roses'), await policyOf(ben, '')], [policies.followed, policies.none])
})

test('unmuting a topic early restores its policy, and changing it cancels the end', async ({ ada, ben }) => {
  begin(ben)
  const stream_id = await makeChannel(ada.org, 'garden', [ada, ben])
  await ben.call(updateUserTopic, { stream_id, topic: 'roses', visibility_policy: policies.followed })
  const watch = await ben.register('mutes', 'user_topic', 'subscription')
  await ben.call(api.mutePlace, { stream_id, topic: 'roses', until: noon + 60 })
  await ben.call(api.unmutePlace, { stream_id, topic: 'roses' })
  await ben.call(api.unmutePlace, { stream_id, topic: 'roses' })
  assert.equal(await policyOf(ben, 'roses'), policies.followed)
  await ben.call(api.mutePlace, { stream_id, topic: 'tulips', until: noon + 60 })
  await ben.call(updateUserTopic, { stream_id, topic: 'tulips', visibility_policy: policies.unmuted })
  await ben.call(api.mutePlace, { stream_id, until: noon + 60 })
  await ben.call(updateSubscriptionProperty, { stream_id, property: 'is_muted', value: false })
  await watch.agreesWithFreshRegister()
  assert.deepEqual(watch.reduced().mutes, [])
  await ben.call(updateSubscriptionProperty, { stream_id, property: 'is_muted', value: true })
  await at(ben, noon + 60)
  await watch.agreesWithFreshRegister()
  const { subscriptions } = await ben.send('GET', '/users/me/subscriptions')
  const garden = (subscriptions as { stream_id: number; is_muted: boolean }[]).find(
    (one) => one.stream_id === stream_id,
  )
  assert.equal(garden?.is_muted, true, 'what was muted again for good stays so')
  assert.equal(await policyOf(ben, 'tulips'), policies.unmuted)
})

test('muting for good cancels the end of a timed mute', async ({ ada, ben }) => {
  begin(ben)
  const stream_id = await makeChannel(ada.org, 'garden', [ada, ben])
  const watch = await ben.register('mutes', 'user_topic')
  await ben.call(api.mutePlace, { stream_id, topic: 'roses', until: noon + 60 })
  await ben.call(api.mutePlace, { stream_id, topic: 'roses' })
  assert.deepEqual(watch.reduced().mutes, [])
  await at(ben, noon + 60)
  await watch.agreesWithFreshRegister()
  assert.equal(await policyOf(ben, 'roses'), policies.muted)
})

test('the end of a mute moves with the topic', async ({ ada, ben }) => {
  begin(ben)
  const stream_id = await makeChannel(ada.org, 'garden', [ada, ben])
  const id = await ada.sends('They bloom', { channel: stream_id, topic: 'roses' })
  await ben.call(api.mutePlace, { stream_id, topic: 'roses', until: noon + 60 })
  const watch = await ben.register('mutes', 'user_topic')
  await ada.send('PATCH', `/messages/${id}`, { topic: 'tulips', propagate_mode: 'change_all' })
  await watch.agreesWithFreshRegister()
  assert.deepEqual(watch.reduced().mutes, [{ stream_id, topic_name: 'tulips', until: noon + 60 }])
  await at(ben, noon + 60)
  await watch.agreesWithFreshRegister()
  assert.equal(await policyOf(ben, 'tulips'), policies.none)
})

test('a muted direct conversation notifies only of mentions', async ({ ada, ben, cleo }) => {
  begin(ben)
  const missed: number[][] = []
  endings.push(
    messageMissed
      .handledBy(async (mutation, { people }) => {
        if (mutation.org === ben.org) missed.push(people.map(({ userId }) => userId))
      })
      .connect(),
  )
  const watch = await ben.register('mutes')
  const write = async (content: string, ...to: Person[]) => {
    missed.length = 0
    await ada.sends(content, to)
    return missed.flat()
  }
  await ben.call(api.mutePlace, { user_ids: [ada.id, cleo.id], until: noon + 60 })
  await ben.call(api.mutePlace, { user_ids: [] })
  await watch.agreesWithFreshRegister()
  assert.deepEqual(watch.reduced().mutes, [
    { user_ids: [], until: null },
    { user_ids: [ada.id, cleo.id], until: noon + 60 },
  ])
  assert.deepEqual(await write('Tea?', ben, cleo), [cleo.id])
  assert.deepEqual(await write('Only us', ben), [ben.id], 'another conversation')
  assert.deepEqual(await write(`@**${ben.name}**`, ben, cleo), [ben.id, cleo.id])
  await at(ben, noon + 60)
  assert.deepEqual(await write('Tea?', ben, cleo), [ben.id, cleo.id])
  await ben.call(api.mutePlace, { user_ids: [ada.id] })
  await at(ben, noon + 86_400 * 365)
  assert.deepEqual(await write('Still there?', ben), [])
  await ben.call(api.unmutePlace, { user_ids: [ben.id, ada.id] })
  assert.deepEqual(await write('And now?', ben), [ben.id])
  await watch.agreesWithFreshRegister()
})

test('leaving and rejoining a muted channel unmutes it', async ({ ada, ben }) => {
  begin(ben)
  const stream_id = await makeChannel(ada.org, 'garden', [ada, ben])
  const watch = await ben.register('mutes', 'subscription')
  await ben.call(api.mutePlace, { stream_id, until: noon + 60 })
  await leaveChannel(ada.org, stream_id, ben)
  await at(ben, noon + 60)
  await joinChannel(ada.org, stream_id, ben)
  await watch.agreesWithFreshRegister()
  const { subscriptions } = watch.reduced() as { subscriptions: { stream_id: number; is_muted: boolean }[] }
  assert.equal(subscriptions.find((one) => one.stream_id === stream_id)?.is_muted, false)
})

test('places can be unmuted after losing access to them', async ({ ada, ben }) => {
  begin(ben)
  const vault = await makeChannel(ada.org, 'vault', [ada, ben], { invite_only: true })
  const channel = { stream_id: vault }
  const [gold, silver] = [
    { ...channel, topic: 'gold' },
    { ...channel, topic: 'silver' },
  ]
  const places = [channel, gold, silver]
  for (const place of [channel, gold]) await ben.call(api.mutePlace, { ...place, until: noon + 60 })
  await ben.call(api.mutePlace, silver)
  await leaveChannel(ada.org, vault, ben)
  const watch = await ben.register('mutes', 'user_topic')
  for (const place of places) await ben.call(api.unmutePlace, place)
  await watch.agreesWithFreshRegister()
  assert.deepEqual([watch.reduced().mutes, await policyOf(ben, 'gold'), await policyOf(ben, 'silver')], [[], 0, 0])
  for (const place of places) await ben.refused(api.unmutePlace, place, invalidChannelId)
})

test('mutes of one topic end together for many users', async ({ ada, society }) => {
  begin(ada)
  const stream_id = await makeChannel(ada.org, 'garden', [ada])
  const crowd: Person[] = []
  for (let number = 0; number < 12; number++) crowd.push(await society.join(`Member ${number}`))
  for (const one of crowd) await joinChannel(ada.org, stream_id, one)
  const { db } = ada.org
  const taken = async (topic: string, people: readonly Person[]) => {
    const id = await ada.sends('They bloom', { channel: stream_id, topic })
    for (const one of people) await one.call(api.mutePlace, { stream_id, topic, until: noon + 60 })
    for (const one of people) await one.call(api.mutePlace, { stream_id, until: noon + 60 })
    const watches = await Promise.all(people.map((one) => one.register('mutes', 'user_topic', 'subscription')))
    const before = db.statements
    await ada.send('PATCH', `/messages/${id}`, { topic: `${topic}!`, propagate_mode: 'change_all' })
    await at(ada, noon + 60)
    const statements = db.statements - before
    for (const watch of watches) {
      await watch.agreesWithFreshRegister()
      assert.deepEqual(watch.reduced().mutes, [])
    }
    begin(ada)
    return statements
  }
  const [few, many] = [await taken('roses', crowd.slice(0, 2)), await taken('tulips', crowd)]
  // older clients get one list of muted topics for each user and change
  assert.ok(many - few <= 6 * 10, `${many} statements for twelve, ${few} for two`)
})

test('two devices muting and unmuting at once end up consistent', async ({ ada, ben }) => {
  begin(ben)
  const stream_id = await makeChannel(ada.org, 'garden', [ada, ben])
  const [phone, laptop] = [await ben.register('mutes', 'subscription'), await ben.register('mutes', 'subscription')]
  await Promise.all([
    ben.call(api.mutePlace, { stream_id, until: noon + 60 }),
    ben.call(api.unmutePlace, { stream_id }),
    ben.call(api.mutePlace, { stream_id, until: noon + 120 }),
    at(ben, noon),
  ])
  for (const device of [phone, laptop]) await device.agreesWithFreshRegister()
  await Promise.all([at(ben, noon + 120), ben.call(api.unmutePlace, { stream_id })])
  for (const device of [phone, laptop]) {
    await device.agreesWithFreshRegister()
    assert.deepEqual(device.reduced().mutes, [])
  }
})

test("places the caller can't access are refused and not muted", async ({ ada, ben, gus, society }) => {
  begin(ben)
  const hidden = await makeChannel(ada.org, 'vault', [ada], { invite_only: true })
  const open = await makeChannel(ada.org, 'garden', [ada])
  const watch = await ben.register('mutes')
  await ben.refused(api.mutePlace, {}, api.onePlace)
  await ben.refused(api.mutePlace, { topic: 'roses' }, api.onePlace)
  await ben.refused(api.mutePlace, { stream_id: open, user_ids: [ada.id] }, api.onePlace)
  await ben.refused(api.mutePlace, { user_ids: [ada.id], topic: 'roses' }, api.onePlace)
  await ben.refused(api.mutePlace, { stream_id: hidden }, invalidChannelId)
  await ben.refused(api.mutePlace, { stream_id: 999_999 }, invalidChannelId)
  await ben.refused(api.mutePlace, { stream_id: hidden, topic: 'gold' }, invalidChannelId)
  await ben.refused(api.mutePlace, { stream_id: open }, invalidChannelId)
  await ben.refused(api.mutePlace, { user_ids: [999_999] }, invalidUserId)
  await ben.refused(api.mutePlace, { user_ids: [ada.id], until: noon }, api.endsInThePast)
  await ben.refused(api.unmutePlace, { stream_id: hidden }, invalidChannelId)
  const bot = await society.join('Robo', roles.member, { bot_type: botTypes.generic, bot_owner_id: ben.id })
  await bot.refused(api.mutePlace, { user_ids: [ada.id] }, mustBeHuman)
  assert.deepEqual(await watch.ops(), [])
  await gus.call(api.mutePlace, { user_ids: [gus.id] })
  assert.deepEqual((await ben.call(api.getMutes)).mutes, [])
})
