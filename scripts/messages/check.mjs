// Compares a language’s catalog with English.
import { messageIn } from './arb.mjs'
import { alwaysShown, eachPart, usesOf } from './message.mjs'

/** Mistakes that make a catalog unusable; a missing text is in English until it’s translated. */
export function problemsOf(english, catalog) {
  return [...catalog.messages].flatMap(([key, text]) => {
    const problem = english.messages.has(key) ? problemOf(english, catalog, key, text) : 'isn’t in English'
    return problem === undefined ? [] : [`${catalog.file}: ${key} ${problem}`]
  })
}

export const missingIn = (english, catalog) => [...english.messages.keys()].filter((key) => !catalog.messages.has(key))

/** Keys of texts of several words that equal English, except for `allowed` texts such as product names. */
export const untranslatedIn = (english, catalog, allowed) =>
  [...catalog.messages]
    .filter(([key, text]) => text === english.messages.get(key) && !allowed.has(text))
    .filter(([, text]) => [...text.matchAll(/(?<!\{[^}]*)\p{L}{2,}/gu)].length > 1)
    .map(([key]) => key)

function problemOf(english, catalog, key, text) {
  if (text.trim() === '') return english.messages.get(key).trim() === '' ? undefined : 'is empty'
  let message
  try {
    message = messageIn(catalog, key)
  } catch (problem) {
    return `isn’t valid: ${problem.message.slice(`${catalog.file}: ${key}: `.length)}`
  }
  return (
    problemOfArguments(messageIn(english, key), message, english.placeholders.get(key) ?? []) ??
    problemOfForms(message, catalog.language)
  )
}

/** A translation must use every argument that English always shows, and no others. */
function problemOfArguments(original, message, placeholders) {
  const types = new Map(placeholders)
  const [expected, used] = [usesOf(original), usesOf(message)]
  for (const [name, uses] of used) {
    if (!expected.has(name)) return `uses {${name}}, which isn’t an argument of this text`
    if (uses.has('plural') && !['int', 'List'].includes(types.get(name)))
      return `has a plural of {${name}}, which isn’t a number`
    if (uses.has('select') && ['String', 'Markdown', 'int', 'List'].includes(types.get(name)))
      return `has a select of {${name}}, which has no fixed values`
  }
  // a form for one or two implies its number, and a form for a value implies that value
  const isSaid = (name) =>
    ['String', 'Markdown', 'List'].includes(types.get(name)) ? alwaysShown(message).has(name) : used.has(name)
  const omitted = [...alwaysShown(original)].find((name) => !isSaid(name))
  if (omitted !== undefined) return `doesn’t say {${omitted}} in every form`
  return undefined
}

/** Plural categories that the language doesn’t have, and those it needs. */
function problemOfForms(message, language) {
  let problem
  eachPart(message, ({ plural, forms }) => {
    if (!plural || problem) return
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
    const names = [...forms.keys()]
    const unknown = names.find((name) => !name.startsWith('=') && !pluralCategories.includes(name))
    const absent = categoriesOf(language, names).find((name) => !forms.has(name))
    if (unknown !== undefined) problem = `has the plural form “${unknown}”, which ${language} doesn’t have`
    else if (absent !== undefined) problem = `lacks the plural form “${absent}” of {${plural}}`
  })
  return problem
}

/** The categories of counts up to a thousand without an exact form such as "=1". "other" may cover zero. */
function categoriesOf(language, forms) {
  const rules = new Intl.PluralRules(language)
  const categories = new Set()
  for (let n = 1; n <= 1000; n++) if (!forms.includes(`=${n}`)) categories.add(rules.select(n))
  return [...categories]
}

export function problemsOfEnglish(english) {
  const problems = []
  for (const key of english.messages.keys()) {
    const types = new Map(english.placeholders.get(key))
    const uses = usesOf(messageIn(english, key))
    for (const name of uses.keys())
      if (!types.has(name)) problems.push(`${english.file}: ${key}: “placeholders” lacks ${name}`)
  }
  for (const key of [...english.placeholders.keys(), ...english.descriptions.keys()])
    if (!english.messages.has(key)) problems.push(`${english.file}: “@${key}” describes a text that isn’t there`)
  return problems
}
