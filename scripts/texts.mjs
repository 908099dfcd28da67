// npm run check: every text of the web client is there in every language, and every language has only these.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { inLanguage, languages } from './texts-in.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const folder = join(root, 'web/texts')

/** The subjects that a language has modules of: '' of what the page begins with, '-actions', '-bots'. */
const subjectsOf = (language) =>
  readdirSync(folder)
    .map((name) => new RegExp(`^${language}((?:-[a-z]+)*)\\.ts$`).exec(name)?.[1])
    .filter((subject) => subject !== undefined)

/** Every module of texts of a language, by its subject; what each exports is called as in English. */
export async function textsOf(language) {
  const subjects = subjectsOf(language)
  const source = subjects
    .map((subject, index) => `export * as m${index} from ${JSON.stringify(join(folder, `${language}${subject}.ts`))}`)
    .join('\n')
  const build = await rolldown({
    input: 'texts',
    platform: 'neutral',
    logLevel: 'silent',
    plugins: [
      {
        name: 'all texts',
        resolveId: (id) => (id === 'texts' ? id : undefined),
        load: (id) => (id === 'texts' ? source : undefined),
      },
    ],
  })
  const { output } = await build.generate({ format: 'esm', codeSplitting: false })
  await build.close()
  const all = await import(`data:text/javascript;base64,${Buffer.from(output[0].code).toString('base64')}`)
  const english = (name) =>
    name.startsWith(language) ? name.replace(new RegExp(`^${language}(?=[A-Z]|$)`), 'en') : name
  return new Map(
    subjects.map((subject, index) => [
      subject,
      Object.fromEntries(Object.entries(all[`m${index}`]).map(([name, value]) => [english(name), value])),
    ]),
  )
}

const kind = (value) => (Array.isArray(value) ? 'list' : typeof value)

/** What is wrong with a text, and with those in it; `where` is what it is called. */
function compare(where, theirs, english) {
  if (theirs === undefined) return [`${where} is missing`]
  if (kind(theirs) !== kind(english)) return [`${where} is a ${kind(theirs)} instead of a ${kind(english)}`]
  if (typeof english === 'string') return theirs.trim() === '' && english.trim() !== '' ? [`${where} is empty`] : []
  if (typeof english === 'function')
    return theirs.length === english.length
      ? []
      : [`${where} takes ${theirs.length} things instead of ${english.length}`]
  if (typeof english !== 'object' || english === null) return theirs === english ? [] : [`${where} is another value`]
  return [
    ...Object.keys(english).flatMap((key) => compare(`${where}.${key}`, theirs[key], english[key])),
    ...Object.keys(theirs)
      .filter((key) => !Object.hasOwn(english, key))
      .map((key) => `${where}.${key} is not there in English`),
  ]
}

/** What the texts of a language lack, in words. */
export function lacking(language, theirs, english) {
  const file = (subject) => `web/texts/${language}${subject}.ts`
  return [
    ...[...english].flatMap(([subject, module]) =>
      theirs.has(subject)
        ? Object.entries(module)
            // how a language counts and lists is its own business
            .filter(([name]) => name !== 'count' && name !== 'names')
            .flatMap(([name, value]) =>
              compare(`${file(subject)}: ${inLanguage(name, language)}`, theirs.get(subject)[name], value),
            )
        : [`${file(subject)} is missing`],
    ),
    ...[...theirs.keys()]
      .filter((subject) => !english.has(subject))
      .map((subject) => `${file(subject)} is not there in English`),
  ]
}

/** Texts that stand in a view itself, where no other language finds them: words between tags, or in what is read out or shown. */
export function textsInView(source) {
  const attribute = /\s(?:aria-(?:label|description|roledescription)|placeholder|title|alt)="([^"]*\p{L}{2}[^"]*)"/gu
  const between = /(?<![=\w)\]]\s*)>\s*([^<>{}=;()&|]*\p{L}{3}[^<>{}=;()&|]*)<\/?[a-z]/gu
  return [...source.matchAll(attribute), ...source.matchAll(between)]
    .map(([, text]) => text.trim())
    .filter((text) => text !== 'return')
}

/** What the views of the client say by themselves. */
function textsInViews() {
  const files = execFileSync('git', ['ls-files', 'web/*.tsx'], { cwd: root, encoding: 'utf8' }).split('\n')
  return files
    .filter((file) => file !== '' && !file.startsWith('web/workbench/') && existsSync(join(root, file)))
    .flatMap((file) =>
      textsInView(readFileSync(join(root, file), 'utf8')).map((text) => `${file}: “${text}” belongs into web/texts`),
    )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const english = await textsOf('en')
  const problems = textsInViews()
  for (const language of languages.slice(1)) problems.push(...lacking(language, await textsOf(language), english))
  if (problems.length > 0) console.log(problems.join('\n'))
  process.exitCode = problems.length > 0 ? 1 : 0
}
