// Checks that every refusal has its text in each language, or is named as one that stays English: part of npm run check.
// Refusals are found in the sources, where `apiError`, `badRequest` and `new ApiError` get their message; a message is a
// text as it stands, with its values in braces.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'rolldown/parseAst'

const root = join(import.meta.dirname, '..')
const folder = 'src/areas/languages/error-texts'

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

/** The keys of the objects and the items of the lists that a file holds. */
function textsIn(path) {
  const texts = new Set()
  visit(parse(path), (node) => {
    if (node.type === 'Property') texts.add(node.key.name ?? node.key.value)
    if (node.type === 'ArrayExpression') for (const item of node.elements) texts.add(textOf(item))
  })
  return texts
}

const catalogues = readdirSync(join(root, folder)).filter((name) => name.startsWith('de-'))
const translated = new Set(catalogues.flatMap((name) => [...textsIn(`${folder}/${name}`)]))
// the list `englishOnly`
const english = textsIn(`${folder}/english-only.ts`)

const problems = []
const used = new Set()
for (const name of readdirSync(join(root, 'src'), { recursive: true })) {
  const path = join('src', name)
  if (!path.endsWith('.ts') || /\.test\.ts$|\/command\/|\/languages\//.test(path)) continue
  if (!/\b(?:apiError|badRequest|ApiError)\(/.test(readFileSync(join(root, path), 'utf8'))) continue
  for (const text of messagesOf(path)) {
    used.add(text)
    if (translated.has(text) && english.has(text)) problems.push(`${path}: is translated and stays English: ${text}`)
    if (!translated.has(text) && !english.has(text)) problems.push(`${path}: has no German and no Arabic text: ${text}`)
  }
}
for (const text of english) if (!used.has(text)) problems.push(`${folder}/english-only.ts: nothing says: ${text}`)

for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
