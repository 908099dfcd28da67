import { botTypes, roles } from '#contract'
import { assert, type Person, type TestOrganization, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { policies, updateUserTopic } from '../../channels/user-topics/api.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { addReaction } from '../messages/reactions/api.ts'
import { tourCache } from './cache.ts'

interface Heard {
  readonly id: number
  readonly sender_id: number
  readonly type: string
  readonly content: string
}

class Newcomer {
  readonly person: Person
  readonly botId: number
  readonly #watch: Awaited<ReturnType<Person['registerWith']>>
  constructor(person: Person, botId: number, watch: Awaited<ReturnType<Person['registerWith']>>) {
    this.person = person
    this.botId = botId
    this.#watch = watch
  }

  static async joins(society: TestOrganization, name: string): Promise<Newcomer> {
    const person = await society.join(name, roles.member)
    const { id } = society.org.get(peopleCache).systemBot('welcome-bot')
    return new Newcomer(person, id, await person.registerWith({ event_types: ['message'], apply_markdown: false }))
  }

  async hears(): Promise<string[]> {
    const messages = (await this.#watch.of('message')).map(({ message }) => message as unknown as Heard)
    const said = messages.filter(({ sender_id }) => sender_id === this.botId)
    this.lastId = said.at(-1)?.id ?? 0
    const news = said.slice(this.#heard)
    this.#heard = said.length
    return news.map(({ content }) => content)
  }
  #heard = 0
  lastId = 0

  says(content: string, others: readonly number[] = []) {
    return this.person.sends(content, [this.botId, ...others])
  }

  get step() {
    return this.person.org.get(tourCache).get(this.person.id)
  }
}

test('a new user learns by doing, step by step, without events for others', async ({ society, ada, ben }) => {
  const dora = await Newcomer.joins(society, 'Dora')
  const channel = await makeChannel(ada.org, 'garden', [ada, ben, dora.person])
  await ben.sends('hello', { channel, topic: 'roses' })
  const watch = await ben.registerWith({ event_types: ['message', 'reaction', 'user_topic'] })
  assert.equal(dora.step, 'reply')
  await dora.says('Here I am')
  assert.match((await dora.hears()).join(), /React to this message/)
  // other actions don't complete the step
  await dora.person.sends('too early', { channel, topic: 'tulips' })
  assert.deepEqual([await dora.hears(), dora.step], [[], 'react'])
  await dora.person.call(addReaction, { message_id: dora.lastId as never, emoji_name: 'tada' })
  assert.match((await dora.hears()).join(), /Start a topic/)
  await dora.person.sends('an old one', { channel, topic: 'Roses' })
  assert.deepEqual([await dora.hears(), dora.step], [[], 'topic'], 'others have begun this topic')
  await dora.person.sends('hello', { channel, topic: 'daisies' })
  const afterTopic = await dora.hears()
  assert.equal(afterTopic.length, 1, 'that one follows a topic that one begins is no step')
  assert.match(afterTopic.join(), /Mute or follow a topic/)
  const mute = { stream_id: channel, topic: 'roses', visibility_policy: policies.muted } as const
  await dora.person.call(updateUserTopic, mute as never)
  assert.match((await dora.hears()).join(), /That’s the end of the tour/)
  assert.equal(dora.step, undefined)
  // each once
  await dora.person.call(addReaction, { message_id: dora.lastId as never, emoji_name: 'tada' })
  await dora.person.call(updateUserTopic, { ...mute, topic: 'tulips' } as never)
  assert.deepEqual(await dora.hears(), [])
  const heard = (await watch.of('message')).map(({ message }) => (message as unknown as Heard).sender_id)
  assert.deepEqual([...new Set(heard)], [dora.person.id], 'others have only what was said in the channel')
})

test('the tour can be stopped and started again', async ({ society }) => {
  const dora = await Newcomer.joins(society, 'Dora')
  await dora.says('Skip.')
  assert.match((await dora.hears()).join(), /^\*\*React/)
  await dora.says('*Enough!*')
  assert.match((await dora.hears()).join(), /I’ve ended the tour/)
  assert.equal(dora.step, undefined)
  await dora.person.call(addReaction, { message_id: dora.lastId as never, emoji_name: 'tada' })
  assert.deepEqual(await dora.hears(), [])
  await dora.says('tour')
  assert.match((await dora.hears()).join(), /^\*\*React/)
  await dora.says('enough of that: where are drafts?')
  assert.match((await dora.hears()).join(), /\/help\/drafts/, 'more than the word is a question')
  assert.equal(dora.step, 'react')
})

test('two new users are guided at the same time, independently', async ({ society }) => {
  const [dora, emil] = [await Newcomer.joins(society, 'Dora'), await Newcomer.joins(society, 'Emil')]
  await Promise.all([dora.says('hello'), emil.says('hello'), dora.says('hello again'), emil.says('skip')])
  for (const one of [dora, emil]) {
    const said = await one.hears()
    assert.equal(said.filter((text) => text.includes('**React to this message.**')).length, 1)
  }
  assert.equal(dora.step, 'react')
  assert.ok(emil.step === 'react' || emil.step === 'topic')
})

test('the current step survives a restart', async ({ society, server }) => {
  const dora = await Newcomer.joins(society, 'Dora')
  await dora.says('hello')
  const stored = await server.runtime.db.read((tx) => tourCache.load(tx, society.org.id))
  assert.deepEqual(stored.get(dora.person.id), 'react')
  assert.equal(stored.get(society.org.get(peopleCache).systemBot('welcome-bot').id), undefined)
})

test('questions to the bot alone are answered from the help, with links', async ({ society, ada }) => {
  const dora = await Newcomer.joins(society, 'Dora')
  await dora.says('How do I mute a topic?')
  const [first = ''] = await dora.hears()
  assert.match(first, /\[Muting and following \(Topics\)\]\(\/help\/topics#muting-and-following\)\n> A muted topic/)
  assert.match(first, /React to this message/, 'an answer with a question is an answer')
  await dora.says('enough')
  await dora.says('channels and @**all** topics')
  const said = await dora.hears()
  assert.doesNotMatch(said.join(), /@\*\*/)
  assert.equal(said.at(-1)?.match(/\]\(\/help\//g)?.length, 3)
  await dora.says('qwxyz')
  assert.match((await dora.hears()).join(), /I couldn’t find anything about that/)
  await dora.says('topics', [ada.id])
  await dora.person.sends('topics', ada)
  assert.deepEqual(await dora.hears(), [])
  const robot = await society.join('Robot', roles.member, { bot_type: botTypes.generic, bot_owner_id: ada.id })
  const quiet = await robot.register('message')
  await robot.sends('help', dora.botId)
  assert.equal((await quiet.ops()).length, 1)
})

test('too many questions have to wait a minute', async ({ society, server }) => {
  const dora = await Newcomer.joins(society, 'Dora')
  await dora.says('enough')
  await dora.hears()
  for (let n = 0; n < 14; n++) await dora.says(`topics ${n}`)
  assert.equal((await dora.hears()).length, 8, 'beside the welcome, and what was said first')
  server.clock.advance(61_000)
  await dora.says('topics')
  assert.equal((await dora.hears()).length, 1)
})
