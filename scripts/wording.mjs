// npm run check: user-visible texts and comments use American spelling and the words of docs/glossary.md.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'rolldown/parseAst'

const root = join(import.meta.dirname, '..')

/** Words to avoid, with suggestions. */
const vocabulary = [
  [/\banew\b/, 'again'],
  [/\bany ?body\b/, 'anyone'],
  [/\bany more\b(?! \w+ (?:than|of))/, 'no longer, or any longer'],
  [/\bbeside\b/, 'next to'],
  [/\bcaller is told\b|\bis told of\b|\bare told of\b/, 'is notified about'],
  [/\bevery ?body\b/, 'everyone'],
  [/\bfor ever\b/, 'forever'],
  [/\blets? go of\b/, 'releases'],
  [/\blog(?:ged|s)? (?:in|out)\b(?! as (?:JSON|warnings))/, 'sign in, sign out'],
  [/\bmeanwhile\b/, 'in the meantime, or nothing'],
  [/\bnewcomers?\b/, 'new users'],
  [/\bnobody\b/, 'no one, or say who can'],
  [/\bquarter of an hour\b/, '15 minutes'],
  [/\bsecond factors?\b/, 'two-factor authentication'],
  [/\bsome ?body\b/, 'someone'],
  [/\bstands? beside\b/, 'is shown next to'],
  [/\btakes? back\b|\btaken back\b/, 'undo, revoke'],
  [/\bthrow-?away\b/, 'disposable'],
  [/\bunder way\b/, 'in progress'],
  [/\bwho may\b|\bwhat may\b/, 'who can, what can'],
  [/\bwhoever\b/, 'anyone who, or name the person'],
  [/\bwhom\b/, 'who, or name the person'],
]

const spelling = [
  [/\be-mails?\b/, 'email'],
  [/\b(?:be)haviour/, 'behavior'],
  [/\bcancell(?:ed|ing)\b/, 'canceled, canceling'],
  [/\bcentre/, 'center'],
  [/\bcolour/, 'color'],
  [/\bdialogue\b/, 'dialog'],
  [/\bfavourite/, 'favorite'],
  [/\bflavour/, 'flavor'],
  [/\bgrey\b/, 'gray'],
  [/\blicence/, 'license'],
  [/\borganis(?:e|ation|ing)/, 'organize, organization'],
  [/\b(?:recogn|synchron|summar|minim|maxim|custom|author|initial)is(?:e|ed|es|ing|ation|ations)\b/, '-ize, -ization'],
]

/** Names that the public API, identifiers, or a setting's choice fix. */
const exempt =
  /^Nobody$|Choose Nobody|\bnobody \{|role:nobody|Not logged in: API authentication or user session required|second-factor|\bsecond_factor\b|\/second_factor/g

const suggestions = [...vocabulary, ...spelling].map(([pattern, instead]) => [new RegExp(pattern, 'i'), instead])

export function wordsToReplace(text) {
  const plain = text.replace(exempt, '')
  return suggestions.flatMap(([pattern, instead]) => {
    const found = pattern.exec(plain)
    return found ? [{ found: found[0], instead }] : []
  })
}

const findings = []
function look(file, line, text) {
  for (const { found, instead } of wordsToReplace(text))
    findings.push(`${file}:${line}: "${found}" in “${text.trim().slice(0, 90)}”; write: ${instead}`)
}

function visit(node, see, holder) {
  if (!node || typeof node !== 'object') return
  if (typeof node.type === 'string') see(node, holder)
  const next = typeof node.type === 'string' ? node : holder
  for (const child of Object.values(node)) visit(child, see, next)
}

const errorMakers = ['apiError', 'badRequest', 'ApiError']

/** Checks all texts of a file, or only summaries and errors. */
function lookAtSource(file, { all }) {
  const source = readFileSync(join(root, file), 'utf8')
  const lineOf = (offset) => source.slice(0, offset).split('\n').length
  const isShown = (holder) =>
    all || (holder?.type === 'Property' && holder.key.name === 'summary') || errorMakers.includes(holder?.callee?.name)
  visit(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }), (node, holder) => {
    if (holder?.type === 'ImportDeclaration' || holder?.type === 'ExportNamedDeclaration') return
    // single lowercase words are names, not texts
    if (node.type === 'Literal' && typeof node.value === 'string' && /\s|^[A-Z]/.test(node.value) && isShown(holder))
      look(file, lineOf(node.start), node.value)
    if (node.type === 'TemplateLiteral' && isShown(holder))
      look(file, lineOf(node.start), node.quasis.map(({ value }) => value.cooked).join('…'))
  })
}

function lookAtPage(file) {
  let isCode = false
  for (const [index, line] of readFileSync(join(root, file), 'utf8').split('\n').entries()) {
    if (line.startsWith('```')) isCode = !isCode
    else if (!isCode && !line.startsWith('    '))
      // code, URLs, and labels of the web client
      look(file, index + 1, line.replace(/`[^`]*`|\]\([^)]*\)|(?<![*\w])\*[^*]+\*(?!\*)/g, ' '))
  }
}

/** Texts of a catalog; its keys are identifiers. */
function lookAtCatalog(file) {
  for (const [index, line] of readFileSync(join(root, file), 'utf8').split('\n').entries()) {
    const [, text] = /^ {2}"[^@][^"]*": (".*"),?$/.exec(line) ?? []
    // argument names aren't texts
    if (text !== undefined) look(file, index + 1, JSON.parse(text).replace(/\{\w+(?:, (?:plural|select),)?/g, '{'))
  }
}

/** Comments, without code in backticks. */
function lookAtComments(file) {
  const source = readFileSync(join(root, file), 'utf8')
  for (const { text, line } of commentsIn(source)) look(file, line, text.replace(/`[^`]*`/g, ' '))
}

/** Line and block comments, with their first lines. A `//` after a colon or a quote is part of a URL or a string. */
export function commentsIn(source) {
  const comments = []
  for (const match of source.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|[\s;{}()[\],])\/\/ [^\n]*/g))
    comments.push({ text: match[0], line: source.slice(0, match.index).split('\n').length })
  return comments
}

/** Names of tests; `plain` is a test with a server of its own. */
export function testNamesIn(source) {
  const named =
    /\b(?:test|plain)(?:\.\w+(?:\([^\n]*?\))?)*\(\s*('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`)/g
  return [...source.matchAll(named)].map((match) => ({
    text: match[1].slice(1, -1),
    line: source.slice(0, match.index).split('\n').length,
  }))
}

const code = ['src', 'web', 'client', 'test', 'bench', 'scripts', 'assets']

const isTestFile = (file) => /\.test\.tsx?$/.test(file)

function check(file) {
  if (/\.(?:tsx?|[cm]?js)$/.test(file)) lookAtComments(file)
  if (isTestFile(file))
    for (const { text, line } of testNamesIn(readFileSync(join(root, file), 'utf8'))) look(file, line, text)
  // generated from the texts of the web client
  if (isTestFile(file) || file === 'help/keys.md') return
  if (file.endsWith('/en.arb')) lookAtCatalog(file)
  else if (file.endsWith('.md') && !/^(?:src|test)\//.test(file)) lookAtPage(file)
  else if (/\/texts\/en\.ts$|^src\/command\/.*\.ts$|\/options\.ts$|^src\/.*\/settings\/\w+\.ts$/.test(file))
    lookAtSource(file, { all: true })
  else if (
    /^src\/.*\.ts$/.test(file) &&
    /summary:|apiError\(|badRequest\(|ApiError\(/.test(readFileSync(join(root, file), 'utf8'))
  )
    lookAtSource(file, { all: false })
}

if (process.argv[1] === import.meta.filename) {
  const read = [...code, 'help', 'README.md', 'docs/README.md']
  const files = execFileSync('git', ['ls-files', '-z', ...read], { cwd: root, encoding: 'utf8' }).split('\0')
  for (const file of files) if (file !== '' && existsSync(join(root, file))) check(file)
  for (const finding of findings) console.error(finding)
  process.exitCode = findings.length > 0 ? 1 : 0
}
