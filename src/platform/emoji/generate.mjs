// Writes emoji.generated.json: { emoji code: [names, canonical first] }. To add new emoji, run
// `npm install --no-save emojibase-data@17` (49 MB, needed only here), then
// `node src/platform/emoji/generate.mjs [list of fixed names]`.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const read = (name) => JSON.parse(readFileSync(require.resolve(`emojibase-data/en/${name}.json`), 'utf8'))

/** Names known to clients never change. They come from a list of `{ code, name, aliases }`, or the existing table. */
const table = new URL('./emoji.generated.json', import.meta.url)
const given = process.argv[2]
const fixed = given
  ? JSON.parse(readFileSync(given, 'utf8')).map(({ code, name, aliases }) => [code, [name, ...aliases]])
  : Object.entries(JSON.parse(readFileSync(table, 'utf8')))

// If two sets give a name to different emoji, the earlier set wins.
const sets = ['iamcal', 'github', 'joypixels', 'emojibase', 'cldr'].map((name) => read(`shortcodes/${name}`))

const codeOf = (hexcode) => hexcode.toLowerCase().replace(/-fe0f/g, '')
const clean = (name) =>
  name === '+1' || name === '-1'
    ? name
    : name
        .toLowerCase()
        .normalize('NFD')
        .replace(/[\u0300-\u036f]/g, '')
        .replace(/-/g, '_')
const usable = (name) => /^[\p{Ll}\p{Lo}\p{M}\p{N}_+-]+$/u.test(name)

// without lone regional indicators and components (skin tones, hair)
const emoji = read('data')
  .filter((e) => e.group !== undefined && e.group !== 2)
  .map((e) => ({ hexcode: e.hexcode, code: codeOf(e.hexcode) }))
const known = new Set(emoji.map((e) => e.code))

const ownerOf = new Map()
const namesOf = new Map(emoji.map((e) => [e.code, []]))
function claim(code, name) {
  if (!usable(name) || ownerOf.has(name)) return
  ownerOf.set(name, code)
  namesOf.get(code).push(name)
}

for (const [code, names] of fixed) {
  if (!known.has(code)) throw new Error(`unknown code ${code}`)
  for (const name of names) claim(code, name)
}
// Emoji with fixed names get no others: clients that render before the server responds know only those.
const unnamed = emoji.filter(({ code }) => namesOf.get(code).length === 0)
for (const set of sets) {
  for (const { hexcode, code } of unnamed) {
    for (const name of [set[hexcode] ?? set[hexcode.replace(/-FE0F/g, '')] ?? []].flat()) claim(code, clean(name))
  }
}

const lines = [...namesOf]
  .filter(([, names]) => names.length > 0)
  .map(([code, names]) => `${JSON.stringify(code)}:${JSON.stringify(names)}`)
writeFileSync(table, `{\n${lines.join(',\n')}\n}\n`)
console.log(`${lines.length} emoji, ${ownerOf.size} names`)
