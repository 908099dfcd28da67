import fc from 'fast-check'
import { ApiError } from '#contract'
import { assert, explorationPatience, holds, type Person, test } from '#test'
import { agentFor } from '../../../../../test/harness/agent.ts'
import { makeChannel, settle } from '../../../../../test/harness/channel.ts'
import { getAgentChanges, undoAgentChanges } from './api.ts'

const topics = ['soup', 'stew', 'bread']
const emoji = ['octopus', 'tada']
const step = fc.record({
  kind: fc.constantFrom('send', 'edit', 'move', 'delete', 'react', 'take back', 'star', 'read', 'channel'),
  message: fc.nat(20),
  channel: fc.nat(1),
  topic: fc.nat(2),
  mode: fc.constantFrom('change_one', 'change_later', 'change_all'),
  number: fc.nat(1),
  isOn: fc.boolean(),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

interface Shown {
  id: number
  stream_id: number
  subject: string
  content: string
  flags: string[]
  reactions: { emoji_code: string; user_id: number }[]
}

const messagesFor = async (person: Person, channels: readonly number[]): Promise<Shown[]> =>
  (
    await Promise.all(
      channels.map(async (operand) => {
        const asked = { anchor: 'newest', num_before: 200, num_after: 0, apply_markdown: false }
        const narrow = [{ operator: 'channel', operand }]
        return (await person.send('GET', '/messages', { ...asked, narrow })).messages as Shown[]
      }),
    )
  ).flat()

/** Everything that an agent's actions can change, except the order of reactions. */
async function stateOf(people: readonly Person[], channels: readonly number[]) {
  const messages = await Promise.all(people.map((person) => messagesFor(person, channels)))
  const settings = await Promise.all(
    channels.map(async (id) => {
      const { stream } = await (people[0] as Person).send('GET', `/streams/${id}`)
      const { name, description } = stream as { name: string; description: string }
      return { name, description }
    }),
  )
  const shown = messages.map((list) =>
    list
      .map(({ id, stream_id, subject, content, flags, reactions }) => ({
        ...{ id, stream_id, subject, content },
        flags: flags.filter((flag) => flag !== 'historical').sort(),
        reactions: reactions.map((one) => `${one.user_id} ${one.emoji_code}`).sort(),
      }))
      .sort((a, b) => a.id - b.id),
  )
  return { shown, settings }
}

/** Refused actions, and those without effect, aren't recorded. */
async function take(agent: Person, channels: readonly number[], ids: number[], one: Step): Promise<void> {
  const message = ids[one.message % ids.length]
  const emoji_name = emoji[one.number] as string
  const to = channels[one.channel] as number
  const topic = topics[one.topic] as string
  try {
    if (one.kind === 'send') ids.push(await agent.sends('@**all** x', { channel: to, topic }))
    else if (one.kind === 'edit') await agent.send('PATCH', `/messages/${message}`, { content: `text ${one.message}` })
    else if (one.kind === 'move')
      await agent.send('PATCH', `/messages/${message}`, {
        ...{ topic, stream_id: to, propagate_mode: one.mode, send_notification_to_old_thread: one.isOn },
      })
    else if (one.kind === 'delete') await agent.send('DELETE', `/messages/${message}`)
    else if (one.kind === 'react') await agent.send('POST', `/messages/${message}/reactions`, { emoji_name })
    else if (one.kind === 'take back') await agent.send('DELETE', `/messages/${message}/reactions`, { emoji_name })
    else if (one.kind === 'channel')
      await agent.send('PATCH', `/streams/${to}`, { description: `about ${topic} ${one.number}` })
    else {
      const flag = one.kind === 'star' ? 'starred' : 'read'
      await agent.send('POST', '/messages/flags', { messages: [message], op: one.isOn ? 'add' : 'remove', flag })
    }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
  }
}

test(
  'undoing everything that an agent has done restores the earlier state',
  async ({ society, ada, ben }) => {
    let run = 0
    const kinds = new Set<string>()
    const agent = await agentFor(society, ada, { scopes: ['read', 'write', 'channels', 'admin'] })
    const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
      run += 1
      const channels = [
        await makeChannel(society.org, `first ${run}`, [ada, ben]),
        await makeChannel(society.org, `second ${run}`, [ada, ben]),
      ]
      const ids: number[] = []
      for (const [index, writer] of [ada, ben, ada, ben].entries()) {
        const [to, topic] = [channels[index % 2] as number, topics[index % 3] as string]
        const sent = { type: 'channel', to, topic, content: `message ${index} for @**Ben**` }
        ids.push((await writer.send('POST', '/messages', sent)).id as number)
      }
      await ben.send('POST', `/messages/${ids[0]}/reactions`, { emoji_name: 'octopus' })
      await ada.send('POST', `/messages/${ids[1]}/reactions`, { emoji_name: 'tada' })
      // a restored message is read
      await settle(ada, ben)
      const watch = await ben.register()
      const before = await stateOf([ada, ben], channels)
      const since = Math.floor(society.org.now().getTime() / 1000)
      society.server.clock.set(new Date((since + 1) * 1000))
      for (const one of steps) await take(agent, channels, ids, one)
      const { acts } = await ada.call(getAgentChanges, { limit: 100 })
      for (const { deeds } of acts) for (const { kind } of deeds) kinds.add(kind)
      await ada.call(undoAgentChanges, { token_id: agent.tokenId, since: since + 1 }).catch((error: unknown) => {
        // nothing was recorded
        if (!(error instanceof ApiError) || error.status !== 404) throw error
      })
      assert.deepEqual(await stateOf([ada, ben], channels), before)
      await watch.agreesWithFreshRegister({ except: ['max_message_id', 'recent_private_conversations'] })
    })
    await holds(property, { runs: 24 })
    // every kind succeeded at least once
    assert.deepEqual([...kinds].sort(), ['channel', 'deletion', 'edit', 'flags', 'message', 'move', 'reaction'])
  },
  explorationPatience,
)
