// npm run check: the server's texts are valid in every language, and none are unused. Untranslated texts are in
// English. With --list: how many texts each language has, and which it lacks. With --tidy: removes what English doesn't
// have.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { languagesIn, readCatalog } from './messages/catalogs.mjs'
import { problemsOf, problemsOfEnglish } from './messages/check.mjs'
import { errorModule } from './messages/program.mjs'
import { reportOn } from './messages/report.mjs'
import { tidy } from './messages/tidy.mjs'
import { catalogFolder } from './server-texts.mjs'

const root = join(import.meta.dirname, '..')

const sources = readdirSync(join(root, 'src'), { recursive: true })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => ({ folder: dirname(join('src', name)), text: readFileSync(join(root, 'src', name), 'utf8') }))

function codeWith(module) {
  const folders = sources.filter(({ text }) => text.includes(`textsOf('${module}')`)).map(({ folder }) => folder)
  return sources
    .filter(({ folder }) => folders.some((one) => folder === one || folder.startsWith(`${one}/`)))
    .map(({ text }) => text)
    .join('\n')
}

/** Whether code uses a text by name, or selects one from its group. */
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

function problems() {
  const english = readCatalog(catalogFolder, 'en')
  return [
    ...problemsOfEnglish(english),
    ...unusedIn(english).map((key) => `${english.file}: ${key} isn’t used`),
    ...translations.flatMap((language) => problemsOf(english, readCatalog(catalogFolder, language))),
  ]
}

const translations = languagesIn(catalogFolder).slice(1)

if (process.argv.includes('--list')) console.log(reportOn(catalogFolder).join('\n'))
else if (process.argv.includes('--tidy')) for (const language of translations) tidy(catalogFolder, language)
else {
  const found = problems()
  if (found.length > 0) console.log(found.join('\n'))
  process.exitCode = found.length > 0 ? 1 : 0
}
