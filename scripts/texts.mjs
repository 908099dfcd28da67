// npm run check: the web client’s texts are complete and valid in every language, and all are in catalogs. With --list:
// how many texts each language has, and which it lacks. With --tidy: removes what English doesn’t have.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readCatalog } from './messages/catalogs.mjs'
import { problemsOf, problemsOfEnglish } from './messages/check.mjs'
import { reportOn } from './messages/report.mjs'
import { tidy } from './messages/tidy.mjs'
import { unusedKeys } from './messages/unused.mjs'
import { languages, texts } from './texts-in.mjs'

const root = join(import.meta.dirname, '..')

/** Texts hard-coded in a view: between tags, or in attributes that are read or shown. */
export function textsInView(source) {
  const attribute = /\s(?:aria-(?:label|description|roledescription)|placeholder|title|alt)="([^"]*\p{L}{2}[^"]*)"/gu
  const between = /(?<![=\w)\]]\s*)>\s*([^<>{}=;()&|]*\p{L}{3}[^<>{}=;()&|]*)<\/?[a-z]/gu
  return [...source.matchAll(attribute), ...source.matchAll(between)]
    .map(([, text]) => text.trim())
    .filter((text) => text !== 'return')
}

function sourcesOfClient() {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'web'], {
    cwd: root,
    encoding: 'utf8',
  }).split('\n')
  return new Map(
    files
      .filter((file) => /\.tsx?$/.test(file) && !/\.(test|d)\.ts$/.test(file) && existsSync(join(root, file)))
      .filter((file) => !file.startsWith('web/workbench/'))
      .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
  )
}

function problems() {
  const english = readCatalog(texts, 'en')
  const sources = sourcesOfClient()
  return [
    ...problemsOfEnglish(english),
    ...unusedKeys(english, sources).map((key) => `${english.file}: ${key} isn’t used`),
    ...languages.slice(1).flatMap((language) => problemsOf(english, readCatalog(texts, language))),
    ...[...sources]
      .filter(([file]) => file.endsWith('.tsx'))
      .flatMap(([file, source]) => textsInView(source).map((text) => `${file}: “${text}” belongs in web/texts/en.arb`)),
  ]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--list')) console.log(reportOn(texts).join('\n'))
  else if (process.argv.includes('--tidy')) for (const language of languages.slice(1)) tidy(texts, language)
  else {
    const found = problems()
    if (found.length > 0) console.log(found.join('\n'))
    process.exitCode = found.length > 0 ? 1 : 0
  }
}
