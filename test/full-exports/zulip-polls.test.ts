import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import type { Organization } from '#platform/organization'
import { assert, type Person, startServer, TestOrganization, test } from '#test'
import { writeZulipArchive } from '../../src/features/data/exports/zulip/write.ts'
import { claimed, readable, takeInFile } from '../../src/features/data/imports/fixture.ts'
import type { Submessage } from '../../src/features/messages/messages/wire.ts'
import { peopleCache } from '../../src/features/people/users/cache.ts'
import { pollOf } from '../../web/widgets/poll.ts'
import { begun } from '../../web/widgets/submessages.ts'
import { taskListOf } from '../../web/widgets/todo.ts'
import { makeChannel } from '../harness/channel.ts'

/** Polls and lists with people's actions, by name: IDs differ elsewhere. */
async function widgetsFor(org: Organization, person: Person): Promise<object[]> {
  const name = (id: number | string) => org.get(peopleCache).byId.get(Number(id) as never)?.fullName ?? `${id}`
  const messages = (await readable(person)) as unknown as { submessages: Submessage[]; sender_id: number }[]
  return messages.flatMap(({ submessages, sender_id }): object[] => {
    const widget = begun(submessages)
    if (widget?.kind === 'poll') {
      const { question, options } = pollOf(widget, sender_id)
      return [
        { question, options: options.map(({ text, voters }) => ({ text, voters: [...voters].map(name).sort() })) },
      ]
    }
    if (widget?.kind !== 'todo') return []
    const { title, tasks } = taskListOf(widget, sender_id)
    return [{ title, tasks: tasks.map(({ task, description, isDone }) => ({ task, description, isDone })) }]
  })
}

test('polls and to-do lists are exported for the public server and imported back', async ({ server, society, ada }) => {
  const [ben, cleo] = [await society.join('Ben Bolt'), await society.join('Cleo')]
  const garden = await makeChannel(society.org, 'garden', [ada, ben, cleo])
  const does = (who: Person, message_id: number, said: object) =>
    who.send('POST', '/submessage', { message_id, msg_type: 'widget', content: JSON.stringify(said) })
  const poll = await ben.sends('/poll Tea?\nGreen\nBlack', { channel: garden, topic: 'tea' })
  await does(cleo, poll, { type: 'new_option', idx: 0, option: 'Mint' })
  await does(cleo, poll, { type: 'vote', key: `${cleo.id},0`, vote: 1 })
  await does(ben, poll, { type: 'vote', key: 'canned,1', vote: 1 })
  await does(cleo, poll, { type: 'vote', key: 'canned,1', vote: 1 })
  await does(cleo, poll, { type: 'vote', key: 'canned,1', vote: -1 })
  const list = await ada.sends('/todo Garden\nWater: the roses', { channel: garden, topic: 'tea' })
  await does(ben, list, { type: 'new_task', key: 0, task: 'Weed', desc: '', completed: false })
  await does(cleo, list, { type: 'strike', key: `0,${ben.id}` })
  const before = await widgetsFor(society.org, ben)
  assert.deepEqual(before, [
    {
      question: 'Tea?',
      options: [
        { text: 'Green', voters: [] },
        { text: 'Black', voters: ['Ben Bolt'] },
        { text: 'Mint', voters: ['Cleo'] },
      ],
    },
    {
      title: 'Garden',
      tasks: [
        { task: 'Water', description: 'the roses', isDone: false },
        { task: 'Weed', description: '', isDone: true },
      ],
    },
  ])
  const { blobs, config } = server.runtime
  const path = join(await mkdtemp(join(config.dataDir, 'archive-')), 'zulip.tar.gz')
  await writeZulipArchive({ org: society.org, blobs, path })
  const other = await startServer()
  try {
    const there = await TestOrganization.found(other)
    const { outcome } = await takeInFile(other, there.org, path)
    assert.deepEqual(outcome.lost, {})
    assert.equal(outcome.counts['polls and to-do lists'], 2)
    const reader = await claimed(there, ben.email, ben.name)
    assert.deepEqual(await widgetsFor(there.org, reader), before)
  } finally {
    await other.close()
  }
})
