import { assert, test } from '#test'
import { makeChannel } from '../../../../../test/harness/channel.ts'
import { badNarrow } from './terms.ts'

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
    [await ada.sends('x', { channel: tea, topic: 'green' })]: 'green',
    [await ada.sends('x', { channel: tea, topic: '✔ black' })]: 'resolved',
    [await ada.sends('@**Ben**', { channel: tea, topic: 'black' })]: 'mention',
    [await cleo.sends('x', { channel: coffee, topic: 'green' })]: 'coffee',
    [await ada.sends('x', ben)]: 'single',
    [await ada.sends('x', [ben, cleo])]: 'group',
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
    ['in', 'home'],
    ['mentions', 'me'],
    ['what', 'x'],
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

test("a queue ignores 'is' operands that events can't answer", async ({ ada, ben, society }) => {
  const tea = await makeChannel(society.org, 'tea', [ada, ben])
  const unknown = ['followed', 'muted', 'newest-thing', 7].map((operand) => ['is', operand])
  const negated = { operator: 'is', operand: 'followed', negated: true }
  const all = await ben.registerWith({ narrow: unknown, event_types: ['message'] })
  const direct = await ben.registerWith({ narrow: [...unknown, negated, ['is', 'dm']], event_types: ['message'] })
  await ada.sends('x', { channel: tea, topic: 'green' })
  await ada.sends('x', ben)
  assert.deepEqual([(await all.of('message')).length, (await direct.of('message')).length], [2, 1])
})
