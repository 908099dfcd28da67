import { assert, test } from '#test'
import * as api from './api.ts'
import { alertWordsMirror } from './mirror.ts'

test('alert words are kept once each, whatever their case, and only their owner hears of them', async ({
  ada,
  ben,
}) => {
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
  assert.deepEqual(ada.org.get(alertWordsMirror).of(ada.id), ['aardvark', 'engine', 'Ünïcode words'])
  for (const bad of ['', '  ', 'x'.repeat(101)]) await ada.refused(api.addAlertWords, { alert_words: ['fine', bad] })
  assert.deepEqual((await ben.call(api.getAlertWords)).alert_words, [])
})
