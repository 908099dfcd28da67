import { assert, test } from '#test'
import { readCompany } from './company.ts'
import { parseTranscript } from './transcript.ts'

test('a transcript yields messages with reactions, choices, and resolved topics', () => {
  const text = `## Lunch
1 09:05 ada: /poll Where?
Ramen
Falafel
.. votes 1 ben, cleo
.. +joy ben
.. as lunch
1 09:10 ben: First line

Third line
.. pin
.. resolve ada 09:30
`
  const { messages, resolutions } = parseTranscript(text)
  const [poll, second] = messages
  assert.equal(poll?.content, '/poll Where?\nRamen\nFalafel')
  assert.deepEqual(poll?.choices, [{ kind: 'vote', index: 1, people: ['ben', 'cleo'] }])
  assert.deepEqual(poll?.reactions, [{ emoji: 'joy', people: ['ben'] }])
  assert.equal(poll?.label, 'lunch')
  assert.equal(second?.content, 'First line\n\nThird line')
  assert.deepEqual([second?.minutes, second?.isPinned], [550, true])
  assert.deepEqual(resolutions, [{ topic: 'Lunch', day: 1, minutes: 570, sender: 'ada' }])
})

test('a transcript with an unknown directive or a stray line is refused', () => {
  assert.throws(() => parseTranscript('## T\n1 09:00 ada: Hi\n.. dance'), /Unknown directive: .. dance/)
  assert.throws(() => parseTranscript('Hello'), /No message begins before: Hello/)
})

test('everyone in the demonstration is known, in channels that exist', async () => {
  const company = await readCompany()
  const known = new Set([...company.people, ...company.bots].map(({ key }) => key))
  assert.ok(company.conversations.flatMap(({ messages }) => messages).length >= 400)
  for (const { place, messages, resolutions } of company.conversations) {
    assert.ok(place === 'direct' || company.channels.some(({ name }) => name === place), place)
    for (const { sender, reactions, choices } of messages)
      for (const name of [
        sender,
        ...reactions.flatMap(({ people }) => people),
        ...choices.flatMap(({ people }) => people),
      ])
        assert.ok(known.has(name), `${name} in ${place}`)
    for (const { sender } of resolutions) assert.ok(known.has(sender), `${sender} in ${place}`)
  }
})
