import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#platform/config'
import { languages } from '#platform/languages'
import { assert, test } from '#test'
import { errorTexts } from './error-text.ts'

const folders = readdirSync(join(projectRoot, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('/texts/en.ts'))
  .map((name) => name.slice(0, -'/en.ts'.length))

/** Every text of a catalogue by its way, with how many values a function takes. */
function shapeOf(catalogue: object, way = ''): [way: string, values: number | 'text'][] {
  return Object.entries(catalogue).flatMap(([name, text]) => {
    const at = `${way}.${name}`
    if (typeof text === 'function') return [[at, text.length]]
    return typeof text === 'string' ? [[at, 'text']] : shapeOf(text as object, at)
  })
}

const loaded = async (folder: string, language: string): Promise<object> =>
  ((await import(join(projectRoot, 'src', folder, `${language}.ts`))) as Record<string, object>)[language] as object

test('every catalogue has the same texts in each language, which take the same values', async () => {
  assert.ok(folders.length > 5)
  for (const folder of folders) {
    const shape = shapeOf(await loaded(folder, 'en'))
    for (const language of languages)
      assert.deepEqual(shapeOf(await loaded(folder, language)), shape, `${folder}/${language}.ts`)
  }
})

/** Texts, and the sources of functions that make them. */
const written = (catalogue: object): string[] =>
  Object.values(catalogue).flatMap((text) =>
    typeof text === 'string' || typeof text === 'function' ? [String(text)] : written(text as object),
  )

test('no Arabic text is left in another script by accident', async () => {
  for (const folder of folders)
    for (const text of written(await loaded(folder, 'ar')).filter((one) => one !== ''))
      assert.match(text, /\p{Script=Arabic}|=> (list|count)\(/u, `${folder}/ar.ts: ${text}`)
})

test('errors in other languages hold the values that the English ones do', () => {
  const valuesIn = (text: string) => new Set(text.match(/\{\w+\}/g))
  const optional = new Set(['{entity}', '{state}'])
  for (const [language, texts] of Object.entries(errorTexts))
    for (const [english, text] of Object.entries(texts)) {
      const [known, used] = [valuesIn(english), valuesIn(text)]
      for (const value of used) assert.ok(known.has(value), `${language}: ${text}`)
      for (const value of known) assert.ok(used.has(value) || optional.has(value), `${language}: ${text}`)
    }
  assert.deepEqual(Object.keys(errorTexts.ar).sort(), Object.keys(errorTexts.de).sort())
})
