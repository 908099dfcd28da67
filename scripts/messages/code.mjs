// Compiles a catalog into ES modules: texts are constants, texts with arguments are functions.
import { messageIn, modulesOf, treeOf } from './arb.mjs'
import { hasLetters } from './message.mjs'

/** Right-to-left mark for a text that has no letters of its own. */
const rightToLeft = '\u200f'

const isName = /^(?:[A-Za-z_$][\w$]*|0|[1-9]\d*)$/
const quoted = (text) => JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
const property = (name) => (isName.test(name) ? name : quoted(name))
const inTemplate = (text) => text.replace(/[\\`]|\$(?=\{)/g, '\\$&')

/** A module of a catalog, with `messages`; a text that the catalog lacks is in English. */
export function codeOfModule(english, catalog, module) {
  const { change = (parts) => parts } = catalog
  const helpers = new Set()
  const keys = modulesOf(english).get(module)
  if (!keys) throw new Error(`${english.file} has no texts of ${module}`)
  const tree = treeOf(keys, (key) => {
    const own = catalog.messages.has(key) ? catalog : english
    const types = new Map(english.placeholders.get(key))
    return codeOfMessage(change(messageIn(own, key)), types, catalog.direction, helpers)
  })
  const object = objectOf(tree.get(module))
  const imported = helpers.size === 0 ? '' : `import { ${[...helpers].sort().join(', ')} } from 'messages:format'\n`
  return `${imported}export const messages = ${object}\n`
}

const objectOf = (tree) =>
  `{\n${[...tree].map(([name, value]) => `${property(name)}: ${value instanceof Map ? objectOf(value) : value},\n`).join('')}}`

function codeOfMessage(parts, types, direction, helpers) {
  const begin = direction === 'rtl' && !hasLetters(parts) && types.size > 0 ? rightToLeft : ''
  const text = codeOfParts([begin, ...parts], { types, isolates: direction === 'rtl', helpers })
  return types.size === 0 ? text : `(${[...types.keys()].map(argumentName).join(', ')}) => ${text}`
}

/** Translators choose argument names, which may be reserved words. */
const argumentName = (name) => `$${name}`

function codeOfParts(parts, context) {
  if (parts.every((part) => typeof part === 'string')) return quoted(parts.join(''))
  const [only, ...others] = parts.filter((part) => part !== '')
  if (others.length === 0) return codeOfPart(only, context)
  return `\`${parts.map((part) => (typeof part === 'string' ? inTemplate(part) : `\${${codeOfPart(part, context)}}`)).join('')}\``
}

function codeOfPart(part, context) {
  if (part.plural) return codeOfPlural(part, context)
  if (part.select) return codeOfSelect(part, context)
  return codeOfArgument(part, context)
}

function use(helper, { helpers }) {
  helpers.add(helper)
  return helper
}

function codeOfArgument({ argument, isNumber }, context) {
  const name = argumentName(argument)
  const type = typeOf(argument, context)
  if (type === 'List')
    return isNumber ? `${use('number', context)}(${name}.length)` : `${use('list', context)}(${name})`
  if (type === 'int') return `${use('number', context)}(${name})`
  return context.isolates && type !== 'Markdown' ? `${use('isolate', context)}(${name})` : name
}

function typeOf(argument, { types }) {
  const type = types.get(argument)
  if (!type) throw new Error(`{${argument}} isn’t an argument of this text`)
  return type
}

function codeOfPlural({ plural, forms }, context) {
  const type = typeOf(plural, context)
  if (type !== 'int' && type !== 'List') throw new Error(`{${plural}} is no number, so it has no plural`)
  const count = type === 'List' ? `${argumentName(plural)}.length` : argumentName(plural)
  const entries = [...forms].filter(([name]) => name !== 'other')
  // exact numbers win over categories
  const exact = entries.filter(([name]) => name.startsWith('='))
  const categories = entries.filter(([name]) => !name.startsWith('='))
  return conditional(
    [
      ...exact.map(([name, form]) => [`${count} === ${name.slice(1)}`, form]),
      ...categories.map(([name, form]) => [`${use('isPlural', context)}(${count}, ${quoted(name)})`, form]),
    ],
    forms.get('other'),
    context,
  )
}

function codeOfSelect({ select, forms }, context) {
  const name = argumentName(select)
  const isBoolean = typeOf(select, context) === 'bool'
  const conditionOf = (value) => (isBoolean ? (value === 'true' ? name : `!${name}`) : `${name} === ${quoted(value)}`)
  const entries = [...forms].filter(([value]) => value !== 'other')
  return conditional(
    entries.map(([value, form]) => [conditionOf(value), form]),
    forms.get('other'),
    context,
  )
}

const conditional = (cases, other, context) =>
  cases.length === 0
    ? codeOfParts(other, context)
    : `(${cases.map(([condition, form]) => `${condition} ? ${codeOfParts(form, context)} : `).join('')}${codeOfParts(other, context)})`

/** The helpers of compiled texts: `number`, `list`, `isPlural`, and `isolate`, in one language. */
export function codeOfFormat({ language, direction }) {
  const tag = language.startsWith('en-X') ? 'en' : language
  // Intl objects are slow to create, so texts share one of each
  return `
const digits = /* @__PURE__ */ new Intl.NumberFormat('${tag}-u-nu-latn')
const rules = /* @__PURE__ */ new Intl.PluralRules('${tag}')
const lists = /* @__PURE__ */ new Intl.ListFormat('${tag}', { type: 'conjunction' })
export const isolate = (text) => \`\\u2068\${text}\\u2069\`
export const number = (n) => digits.format(n)
export const list = (items) => lists.format(${direction === 'rtl' ? 'items.map(isolate)' : 'items'})
export const isPlural = (n, category) => rules.select(n) === category
`
}
