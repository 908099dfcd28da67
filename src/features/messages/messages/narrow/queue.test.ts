import { assert, type Person, test } from '#test'
import { makeChannel } from '../../../../../test/harness/channel.ts'
import { sendMessage } from '../api/send.ts'
import { badNarrow } from './terms.ts'

const say = async (person: Person, to: number, topic: string, content = 'x') =>
  (await person.call(sendMessage, { type: 'channel', to, topic, content })).id
const write = async (person: Person, to: Person[], content = 'x') =>
  (await person.call(sendMessage, { type: 'direct', to: to.map(({ id }) => id), content })).id

test('a queue with a narrow gets its messages and all other events', async ({ ada, ben, cleo, society }) => {
  const tea = await makeChannel(society.org, 'tea', [ada, ben, cleo])
  const coffee = await makeChannel(society.org, 'coffee', [ada, ben, cleo])
  const not = (operator: string, operand: unknown) => ({ operator, operand, negated: true })
  const cases: [unknown[], string][] = [
    [[['stream', 'Tea']], 'green resolved mention'],
    [
      [
        ['channel', 'tea'],
        ['topic', 'GREEN'],
      ],
      'green',
    ],
    [[{ operator: 'channel', operand: tea }, not('topic', 'green')], 'resolved mention'],
    [[['is', 'private']], 'single group'],
    [[not('is', 'dm')], 'green resolved mention coffee'],
    [[['is', 'mentioned']], 'mention'],
    [[['is', 'resolved']], 'resolved'],
    [
      [
        ['is', 'unread'],
        ['channels', 'public'],
      ],
      'green resolved mention coffee',
    ],
    [[['dm', [ada.id, ben.id]]], 'single'],
    [[['pm-with', `${ada.email}, ${cleo.email}`]], 'group'],
    [[['dm-including', cleo.id]], 'group'],
    [[['group-pm-with', ada.email]], 'group'],
    [[['sender', cleo.email]], 'coffee'],
    [[['sender', 'me']], ''],
    [
      [
        ['near', 1],
        ['in', 'all'],
        ['is', 'starred'],
      ],
      '',
    ],
  ]
  const watches = await Promise.all(
    cases.map(([narrow]) => ben.registerWith({ narrow, event_types: ['message', 'typing'] })),
  )
  const sent: Record<number, string> = {
    [await say(ada, tea, 'green')]: 'green',
    [await say(ada, tea, '✔ black')]: 'resolved',
    [await say(ada, tea, 'black', '@**Ben**')]: 'mention',
    [await say(cleo, coffee, 'green')]: 'coffee',
    [await write(ada, [ben])]: 'single',
    [await write(ada, [ben, cleo])]: 'group',
  }
  await ada.send('POST', '/typing', { op: 'start', to: [ben.id] })
  for (const [index, [narrow, expected]] of cases.entries()) {
    const watch = watches[index]
    const heard = ((await watch?.of('message')) ?? []) as { message: { id: number } }[]
    assert.equal(heard.map(({ message }) => sent[message.id]).join(' '), expected, JSON.stringify(narrow))
    assert.equal((await watch?.of('typing'))?.length, 1)
  }
})

test("a queue can't be narrowed by conditions that events can't answer", async ({ ada }) => {
  const narrows = [
    ['search', 'x'],
    ['has', 'link'],
    ['with', 1],
    ['is', 'followed'],
    ['is', 'muted'],
    ['in', 'home'],
    ['mentions', 'me'],
    ['what', 'x'],
    ['is', 'x'],
    'x',
    [],
    { operator: 'is' },
  ]
  for (const term of narrows) {
    const error = await ada.refusedRaw('POST', '/register', { narrow: [term] })
    assert.deepEqual([error.status, error.code], [badNarrow.status, badNarrow.code], JSON.stringify(term))
    assert.equal(typeof error.fields.desc, 'string')
  }
})
