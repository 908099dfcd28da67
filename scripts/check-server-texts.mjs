// npm run check: the catalogs of the server (src/texts). A text that a language lacks is written in English until it's
// translated, which is no mistake; run by itself, this script lists how many there are.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { languagesIn, readCatalog } from './messages/catalogs.mjs'
import { missingIn, problemsOf, problemsOfEnglish, untranslatedIn } from './messages/check.mjs'
import { errorModule } from './messages/program.mjs'
import { catalogFolder } from './server-texts.mjs'

const root = join(import.meta.dirname, '..')

/** Texts of several words that may be the same in another language. */
const sameInSomeLanguages = new Set([
  'Analytical Engines',
  'OpenAPI document',
  '{senders} in {place}',
  '{sender} via {organization}',
])

const sources = readdirSync(join(root, 'src'), { recursive: true })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => ({ folder: dirname(join('src', name)), text: readFileSync(join(root, 'src', name), 'utf8') }))

/** The code that can use a module: what's in the folders where it's named. */
function codeWith(module) {
  const folders = sources.filter(({ text }) => text.includes(`textsOf('${module}')`)).map(({ folder }) => folder)
  return sources
    .filter(({ folder }) => folders.some((one) => folder === one || folder.startsWith(`${one}/`)))
    .map(({ text }) => text)
    .join('\n')
}

/** Whether code names a text, or chooses one from the texts around it. */
function isUsed(code, [name, around = 'textsIn'], depth) {
  if (new RegExp(`\\b${name}\\b`).test(code)) return true
  const chosen =
    depth === 1 ? /\btextsIn\(.*\)\[/ : new RegExp(`\\b${around}\\b[^\\n]{0,60}\\[|Object\\.\\w+\\(.*\\b${around}\\)`)
  return chosen.test(code)
}

function unusedIn(english) {
  const codes = new Map()
  return [...english.messages.keys()].filter((key) => {
    const [module, ...path] = key.split('.')
    if (module === errorModule) return false
    if (!codes.has(module)) codes.set(module, codeWith(module))
    return !isUsed(codes.get(module), path.toReversed(), path.length)
  })
}

const english = readCatalog(catalogFolder, 'en')
const problems = [
  ...problemsOfEnglish(english),
  ...unusedIn(english).map((key) => `${english.file}: ${key} isn’t used`),
]
for (const language of languagesIn(catalogFolder).slice(1)) {
  const catalog = readCatalog(catalogFolder, language)
  problems.push(
    ...problemsOf(english, catalog),
    ...untranslatedIn(english, catalog, sameInSomeLanguages).map((key) => `${catalog.file}: ${key} isn’t translated`),
  )
  const missing = missingIn(english, catalog)
  if (missing.length > 0)
    console.log(`${catalog.file} lacks ${missing.length} texts: ${missing.slice(0, 5).join(', ')}…`)
}
if (problems.length > 0) console.log(problems.join('\n'))
process.exitCode = problems.length > 0 ? 1 : 0
