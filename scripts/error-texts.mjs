// Checks that every error is in the English catalog, so that it can be translated, or is listed as one that stays English:
// part of npm run check. Errors are found in the sources, where `apiError`, `badRequest`, and `new ApiError` get their
// message: a text with its values in braces. It's the source of the catalog's text, which has to be the same.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'rolldown/parseAst'
import { readCatalog } from './messages/catalogs.mjs'
import { errorModule, templateOf } from './messages/program.mjs'
import { catalogFolder } from './server-texts.mjs'

const root = join(import.meta.dirname, '..')
const catalogFile = 'src/texts/en.arb'
const englishFile = 'src/texts/english-only.json'

function visit(node, see) {
  if (!node || typeof node !== 'object') return
  if (typeof node.type === 'string') see(node)
  for (const child of Object.values(node)) visit(child, see)
}

const parse = (path) => parseAst(readFileSync(join(root, path), 'utf8'), { lang: 'ts' })

/** The text that an expression is, with the names of its values in braces; undefined for one that is not written out. */
function textOf(node) {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type === 'TemplateLiteral')
    return node.quasis
      .map(({ value }, at) => value.cooked + (at < node.expressions.length ? `{${node.expressions[at].name}}` : ''))
      .join('')
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return undefined
  const [left, right] = [textOf(node.left), textOf(node.right)]
  return left === undefined || right === undefined ? undefined : left + right
}

/** At which place each function gets the message. */
const makers = { apiError: 2, badRequest: 0, ApiError: 2 }

/** The messages of a file's refusals. */
function messagesOf(path) {
  const program = parse(path)
  const own = { ...makers }
  // an arrow that passes its message on makes refusals, too
  visit(program, ({ type, id, init }) => {
    if (type !== 'VariableDeclarator' || init?.type !== 'ArrowFunctionExpression') return
    const { params, body } = init
    const passed = body.type === 'CallExpression' && body.arguments[makers[body.callee.name]]
    const place = passed?.type === 'Identifier' ? params.findIndex(({ name }) => name === passed.name) : -1
    if (place >= 0) own[id.name] = place
  })
  const found = []
  visit(program, (node) => {
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return
    const text = textOf(node.arguments[own[node.callee.name]] ?? {})
    if (text !== undefined) found.push(text)
  })
  return found
}

/** Totals that have a limit: "There are too many {what} already" has a text for each. */
function totalsOf(path) {
  const names = new Set()
  visit(parse(path), ({ type, key }) => {
    if (type === 'Property' && key.type !== 'TemplateLiteral') names.add(key.name ?? key.value)
  })
  return names
}

/** The texts of an error: several where one of its values is a part of the sentence. */
const textsOf = (text) => (/\{what\}/.test(text) ? [...totals].map((what) => text.replace('{what}', what)) : [text])

const totals = totalsOf('src/features/people/organization/totals.ts')
for (const name of ['what', 'limit']) totals.delete(name)
const english = readCatalog(catalogFolder, 'en')
const keys = [...english.messages.keys()].filter((key) => key.startsWith(`${errorModule}.`))
const inCatalog = new Map(keys.map((key) => [templateOf(english, key), key]))
const staysEnglish = new Set(JSON.parse(readFileSync(join(root, englishFile), 'utf8')))

const problems = []
const used = new Set()
for (const name of readdirSync(join(root, 'src'), { recursive: true })) {
  const path = join('src', name)
  if (!path.endsWith('.ts') || /\.test\.ts$|\/command\/|\/languages\//.test(path)) continue
  if (!/\b(?:apiError|badRequest|ApiError)\(/.test(readFileSync(join(root, path), 'utf8'))) continue
  for (const text of messagesOf(path).flatMap(textsOf)) {
    used.add(text)
    if (inCatalog.has(text) && staysEnglish.has(text))
      problems.push(`${path}: is in ${catalogFile} and in ${englishFile}: ${text}`)
    if (!inCatalog.has(text) && !staysEnglish.has(text))
      problems.push(`${path}: is neither in ${catalogFile} nor in ${englishFile}: ${text}`)
  }
}
for (const [text, key] of inCatalog)
  if (!used.has(text)) problems.push(`${catalogFile}: no error says what ${key} says: ${text}`)
for (const text of staysEnglish) if (!used.has(text)) problems.push(`${englishFile}: no error says: ${text}`)

for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
