import { assert, test } from '#test'
import { closestLanguage } from './closest-language.ts'

test('a tag is matched to the language, script, and region closest to it', () => {
  const languages = ['en', 'de', 'ar', 'pt-BR', 'zh-Hans', 'zh-Hant', 'es']
  const closest = (tag: string) => closestLanguage(tag, languages)
  assert.deepEqual(
    ['de', 'de-AT', 'ar_EG', 'en-gb', 'pt', 'pt-PT', 'zh-CN', 'zh-TW', 'zh-hans', 'ZH', 'es-419'].map(closest),
    ['de', 'de', 'ar', 'en', 'pt-BR', 'pt-BR', 'zh-Hans', 'zh-Hant', 'zh-Hans', 'zh-Hans', 'es'],
  )
  assert.equal(closestLanguage('zh-TW', ['en', 'zh-Hans']), 'zh-Hans', 'another script is better than none')
  assert.deepEqual(['fr', '', 'x', 'not a tag'].map(closest), [undefined, undefined, undefined, undefined])
})
