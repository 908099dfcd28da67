import fc from 'fast-check'
import { ApiError, roles } from '#contract'
import {
  assert,
  explorationPatience,
  holds,
  type Person,
  TestOrganization,
  type TestServer,
  test,
  type Watch,
} from '#test'
import { createGroup, updateMembers } from '../../people/groups/api.ts'
import { deactivateUser, reactivateUser, updateUser } from '../../people/users/api.ts'
import { getChannels, updateChannel } from '../channels/api.ts'
import * as api from './api.ts'

const types = { event_types: ['stream', 'subscription', 'default_streams', 'realm_user'] }

/** Users, channels, and possible actions; refused ones change nothing. */
class World {
  readonly people: Person[]
  readonly channels: { id: number; name: string }[]
  readonly groupId: number
  readonly watches: Map<Person, Watch>

  constructor(
    people: Person[],
    channels: { id: number; name: string }[],
    groupId: number,
    watches: Map<Person, Watch>,
  ) {
    this.people = people
    this.channels = channels
    this.groupId = groupId
    this.watches = watches
  }

  static async begin(server: TestServer): Promise<World> {
    const society = await TestOrganization.found(server)
    const ada = society.owner
    const people = [ada]
    for (const [name, role] of [
      ['Ben', 400],
      ['Cleo', 400],
      ['Gus', 600],
    ] as const)
      people.push(await society.join(name, role))
    const { group_id } = await ada.call(createGroup, { name: 'circle', description: '', members: [] })
    const channels = []
    for (const [name, invite_only] of [
      ['Garden', false],
      ['Cellar', true],
      ['Attic', true],
    ] as const) {
      const { id } = await ada.call(api.createChannel, { name, subscribers: [ada.id], invite_only })
      channels.push({ id, name })
    }
    const watches = new Map<Person, Watch>()
    for (const person of people) watches.set(person, await person.registerWith(types))
    return new World(people, channels, group_id, watches)
  }

  person = (index: number) => this.people[index % this.people.length] as Person
  channel = (index: number) => this.channels[index % this.channels.length] as { id: number; name: string }

  async step({ what, who, target, where, how }: Step): Promise<void> {
    const actor = this.person(who)
    const other = this.person(target)
    const { id: stream_id, name } = this.channel(where)
    const value = [this.groupId, { direct_members: [other.id], direct_subgroups: [] }, 0][how % 3] || {
      direct_members: [],
      direct_subgroups: [],
    }
    const principals = [other.id]
    switch (what) {
      case 'add':
        return void (await actor.call(api.subscribeToChannels, { subscriptions: [{ name }], principals }))
      case 'remove':
        return void (await actor.call(api.unsubscribeFromChannels, { subscriptions: [name], principals }))
      case 'join':
        return void (await actor.call(api.subscribeToChannels, { subscriptions: [{ name }, { name: 'Common' }] }))
      case 'leave':
        return void (await actor.call(api.unsubscribeFromChannels, { subscriptions: [name] }))
      case 'mute':
        return void (await actor.call(api.updateSubscriptionProperties, {
          subscription_data: [{ stream_id, property: 'is_muted', value: how % 2 === 0 }],
        }))
      case 'privacy':
        return void (await actor.call(updateChannel, { stream_id, is_private: how % 2 === 0 }))
      case 'archive':
        return void (await actor.call(updateChannel, { stream_id, is_archived: how % 2 === 0 }))
      case 'default':
        return void (await actor.call(updateChannel, { stream_id, is_default_stream: how % 2 === 0 }))
      case 'rights': {
        const setting = ['can_subscribe_group', 'can_add_subscribers_group', 'can_administer_channel_group'][how % 3]
        return void (await actor.call(updateChannel, { stream_id, [setting as string]: { new: value } }))
      }
      case 'role':
        return void (await actor.call(updateUser, {
          user_id: other.id,
          role: [roles.administrator, roles.member, roles.guest][how % 3] as 200 | 400 | 600,
        }))
      case 'group':
        return void (await actor.call(updateMembers, {
          user_group_id: this.groupId,
          [how % 2 === 0 ? 'add' : 'delete']: principals,
        }))
      case 'away':
        await actor.call(deactivateUser, { user_id: other.id })
        return void this.watches.delete(other)
      case 'back':
        await actor.call(reactivateUser, { user_id: other.id })
        return void this.watches.set(other, await other.registerWith(types))
    }
  }

  /** Register, events, and every GET agree for each user. */
  async check(): Promise<void> {
    for (const [person, watch] of this.watches) {
      await watch.agreesWithFreshRegister()
      const state = watch.reduced()
      const { streams } = await person.call(getChannels, { include_all: true, exclude_archived: false })
      assert.deepEqual(streams, state.streams)
      const { subscriptions } = await person.call(api.getSubscriptions, { include_subscribers: true })
      const live = (state.subscriptions as typeof subscriptions).filter(({ is_archived }) => !is_archived)
      assert.deepEqual(subscriptions, live)
      const lists = ['subscriptions', 'unsubscribed', 'never_subscribed'].flatMap(
        (key) => state[key] as { stream_id: number; subscribers: number[]; subscriber_count: number }[],
      )
      assert.deepEqual(
        lists.map(({ stream_id }) => stream_id).sort((a, b) => a - b),
        streams.map(({ stream_id }) => stream_id),
      )
      for (const { stream_id, subscribers, subscriber_count } of lists) {
        assert.deepEqual((await person.call(api.getSubscribers, { stream_id })).subscribers, subscribers)
        assert.equal(subscriber_count, subscribers.length)
      }
      const { subscribed_channel_ids } = await person.call(api.getUserChannels, { user_id: person.id })
      assert.deepEqual(
        subscribed_channel_ids,
        (state.subscriptions as { stream_id: number }[]).map(({ stream_id }) => stream_id),
      )
    }
  }
}

const kinds = [
  'add',
  'remove',
  'join',
  'leave',
  'mute',
  'privacy',
  'archive',
  'default',
  'rights',
  'role',
  'group',
  'away',
  'back',
] as const
interface Step {
  what: (typeof kinds)[number]
  who: number
  target: number
  where: number
  how: number
}
const small = fc.nat({ max: 11 })
const aStep = fc.record({
  what: fc.constantFrom(...kinds),
  // the owner acts most often, having most permissions
  who: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: small }),
  target: small,
  where: small,
  how: small,
})

test('after random subscriptions and permission changes, register, events, and every GET agree', {
  timeout: explorationPatience,
}, async ({ server }) => {
  let tried = 0
  let refused = 0
  await holds(
    fc.asyncProperty(fc.array(aStep, { minLength: 20, maxLength: 40 }), async (steps) => {
      const world = await World.begin(server)
      for (const step of steps) {
        tried++
        await world.step(step).catch((error) => {
          if (!(error instanceof ApiError) || error.status >= 500) throw error
          refused++
        })
      }
      await world.check()
    }),
    // this seed found a bug with archived default channels
    { runs: 12, seed: 1704077247 },
  )
  // refusals are expected, but not most of the time
  assert.ok(refused < tried * 0.75, `${refused} of ${tried} steps were refused`)
})
