// Writes emoji-names.generated.json: { name: emoji code } for emoji names of other chats for which the server's own
// table has another emoji or none. Run it after that table changed. It needs data that nothing else uses (49 MB): npm
// install --no-save emojibase-data@17, then node src/features/data/imports/sources/generate-emoji-names.mjs
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const ours = JSON.parse(
  readFileSync(new URL('../../../../platform/emoji/emoji.generated.json', import.meta.url), 'utf8'),
)
const codeOfName = new Map(Object.entries(ours).flatMap(([code, names]) => names.map((name) => [name, code])))
const names = new Map()
// the first set is that of Slack and Mattermost; the second adds a few names
for (const set of ['iamcal', 'github']) {
  const shortcodes = JSON.parse(readFileSync(require.resolve(`emojibase-data/en/shortcodes/${set}.json`), 'utf8'))
  for (const [hexcode, name] of Object.entries(shortcodes)) {
    const code = hexcode.toLowerCase().replace(/-fe0f/g, '')
    if (ours[code]) for (const one of [name].flat()) if (!names.has(one)) names.set(one, code)
  }
}
const needed = [...names].filter(([name, code]) => codeOfName.get(name) !== code).sort(([a], [b]) => (a < b ? -1 : 1))
writeFileSync(
  new URL('./emoji-names.generated.json', import.meta.url),
  `{\n${needed.map(([name, code]) => `${JSON.stringify(name)}:"${code}"`).join(',\n')}\n}\n`,
)
