// npm run check: identifiers, file names, and folder names use the words of docs/glossary.md.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'rolldown/parseAst'

const root = join(import.meta.dirname, '..')

/** Parts of names to avoid, in lowercase, with suggestions. */
const parts = {
  acts: 'mutations, transactions, or changes',
  anew: 'again',
  anybody: 'anyone',
  asker: 'actor',
  deed: 'action or permission',
  deeds: 'actions or permissions',
  everybody: 'everyone',
  farewell: 'deferred events',
  farewells: 'deferred events',
  heed: 'handle',
  judgement: 'verdict, or what it decides',
  lane: 'queue key',
  lanes: 'queue keys',
  meanwhile: 'concurrently, or interim',
  mirror: 'cache',
  mirrors: 'caches',
  payer: 'cost account',
  payers: 'cost accounts',
  sight: 'visibility, view, or viewport',
  somebody: 'someone',
  taps: 'handlers',
  whoever: 'the person',
  whom: 'the person',
}

/** Whole names to avoid, and beginnings and ends of names. */
const names = [
  [/^(?:act[A-Z]|.*[a-z]Act$)/, 'mutation, action, or change'],
  [/^Asked$|^Asking$/, 'a name for what it holds: options, query, request'],
  [/^Judge$|^judge[A-Z]/, 'rules, explain, estimator'],
  [/^may[A-Z]|^May$|^MAY_/, 'can…'],
  [/^most[A-Z]|^MOST_/, 'max…'],
  [/^present[A-Z]|^[pP]resented$/, 'serialize…'],
  [/^Tell$/, 'ReportProgress, or what it reports'],
  [/^told[A-Z]|^Told$|^[a-z]\w*Told$/, '…Out for output, notified, received'],
]

/** Folder and file names, or parts of them between hyphens. */
const paths = {
  ...parts,
  act: 'mutation, action, or change',
  asked: 'a name for what it holds',
  asking: 'context, or a name for what it holds',
  desk: 'compose box',
  letter: 'compose state',
  shelf: 'list cache',
  told: 'output, or received',
}
/** Folders named only by such a word. */
const folders = { quiet: 'do-not-disturb', waiting: 'scheduled' }

/** Fields of the API and of generated declarations, an option that servers are started with, and a method of Playwright. */
const fixed = new Set(['acts', 'deeds', 'everybody', 'mostAwakeOrganizations', 'tap'])

const split = (name) => name.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')

/** Suggestions for an identifier; names with underscores belong to the API or the database. */
export function suggestionsFor(name) {
  if (fixed.has(name) || /^[a-z]\w*_/.test(name)) return []
  const words = split(name)
    .toLowerCase()
    .split(/[\s_$]+/)
  return [
    ...words.flatMap((word) => (Object.hasOwn(parts, word) ? [parts[word]] : [])),
    ...names.flatMap(([pattern, instead]) => (pattern.test(name) ? [instead] : [])),
  ]
}

/** Suggestions for the folders and the name of a file. */
export function suggestionsForPath(path) {
  const segments = path.split('/')
  return segments.flatMap((segment, index) => {
    const isFolder = index < segments.length - 1
    if (isFolder && Object.hasOwn(folders, segment)) return [folders[segment]]
    const words = segment.replace(/\..*$/, '').split('-')
    return words.flatMap((word) => (Object.hasOwn(paths, word) ? [paths[word]] : []))
  })
}

/** perf: files without such a word aren't parsed. */
const suspects = new RegExp(
  `${Object.keys(parts).join('|')}|act[A-Z]|[a-z]Act\\b|\\bAsk(?:ed|ing)\\b|judge|\\bmay[A-Z_]|\\bMay\\b|\\bmost[A-Z_]|present|\\bTell\\b|told`,
  'i',
)

function visit(node, see) {
  if (!node || typeof node !== 'object') return
  if (typeof node.type === 'string') see(node)
  for (const child of Object.values(node)) visit(child, see)
}

/** Identifiers of a source with their lines, each once. */
export function namesIn(source, lang) {
  const found = new Map()
  visit(parseAst(source, { lang }), ({ type, name, start }) => {
    if (/^(?:JSX|Private)?Identifier$/.test(type) && !found.has(name))
      found.set(name, source.slice(0, start).split('\n').length)
  })
  return found
}

const languages = { ts: 'ts', mts: 'ts', tsx: 'tsx', mjs: 'js', js: 'js', cjs: 'js' }

if (process.argv[1] === import.meta.filename) {
  const folders = ['src', 'web', 'client', 'test', 'bench', 'scripts']
  const files = execFileSync('git', ['ls-files', '-z', ...folders], { cwd: root, encoding: 'utf8' }).split('\0')
  const findings = []
  for (const file of files.filter((name) => name !== '' && existsSync(join(root, name)))) {
    for (const instead of suggestionsForPath(file))
      findings.push(`${file}: rename the file or folder; write: ${instead}`)
    const lang = languages[file.split('.').at(-1)]
    // the lists above
    if (!lang || file === 'scripts/private-names.mjs' || /\.generated\.|\.d\.m?ts$|^test\/fixtures\//.test(file))
      continue
    const source = readFileSync(join(root, file), 'utf8')
    if (!suspects.test(source)) continue
    for (const [name, line] of namesIn(source, lang))
      for (const instead of suggestionsFor(name)) findings.push(`${file}:${line}: ${name}; write: ${instead}`)
  }
  for (const finding of findings) console.error(finding)
  process.exitCode = findings.length > 0 ? 1 : 0
}
