import { assert, test } from '#test'
import * as api from './api.ts'
import { alertWordsCache } from './cache.ts'

test('alert words are unique regardless of case, and only their owner gets events', async ({ ada, ben }) => {
  const watch = await ada.register('alert_words')
  const other = await ben.register('alert_words')
  await ada.call(api.addAlertWords, { alert_words: ['Loom', ' loom ', 'Ünïcode words', 'aardvark'] })
  const { alert_words } = await ada.call(api.addAlertWords, { alert_words: ['LOOM', 'engine'] })
  assert.deepEqual(alert_words, ['aardvark', 'engine', 'Loom', 'Ünïcode words'])
  await ada.call(api.removeAlertWords, { alert_words: ['LOOM', 'never there'] })
  assert.deepEqual(await ada.call(api.getAlertWords), { alert_words: ['aardvark', 'engine', 'Ünïcode words'] })
  await ada.call(api.removeAlertWords, { alert_words: ['never there'] })
  await ada.call(api.addAlertWords, { alert_words: ['Engine'] })
  assert.equal((await watch.ops()).length, 3)
  assert.deepEqual(await other.ops(), [])
  await watch.agreesWithFreshRegister()
  assert.deepEqual(ada.org.get(alertWordsCache).of(ada.id), ['aardvark', 'engine', 'Ünïcode words'])
  for (const bad of ['', '  ', 'x'.repeat(101)]) await ada.refused(api.addAlertWords, { alert_words: ['fine', bad] })
  assert.deepEqual((await ben.call(api.getAlertWords)).alert_words, [])
})

test("a message with a user's alert word is flagged only for that user", async ({ ada, ben, cleo }) => {
  for (const [person, word] of [
    [ben, 'Loom'],
    [cleo, 'engine'],
  ] as const)
    await person.call(api.addAlertWords, { alert_words: [word] })
  const flagsFor = async (person: typeof ada, content: string) => {
    const watch = await person.register('message')
    await ada.sends(content, [ben, cleo])
    const [event] = await watch.of('message')
    await watch.close()
    return event?.flags as string[]
  }
  assert.ok((await flagsFor(ben, 'the LOOM stands')).includes('has_alert_word'))
  assert.ok(!(await flagsFor(ben, 'it looms')).includes('has_alert_word'))
  assert.ok(!(await flagsFor(cleo, 'the loom stands')).includes('has_alert_word'))
  await ben.call(api.removeAlertWords, { alert_words: ['loom'] })
  assert.ok(!(await flagsFor(ben, 'the loom stands')).includes('has_alert_word'))
})
