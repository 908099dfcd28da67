// Application Resource Bundle: one flat JSON object per language, with descriptions in the English file only.
import { parseMessage } from './message.mjs'

/**
 * Argument types; others list the values of a select: "a|b|c". Markdown, such as a mention, isn’t isolated in
 * right-to-left texts.
 */
export const argumentTypes = new Set(['String', 'Markdown', 'int', 'bool', 'List'])

/**
 * Reads a catalog: by key, the texts, their argument names and types in the function's order, and notes for
 * translators.
 */
export function readArb(source, file) {
  const fail = (problem) => {
    throw new Error(`${file}: ${problem}`)
  }
  let entries
  try {
    entries = Object.entries(JSON.parse(source))
  } catch ({ message }) {
    fail(message)
  }
  const [messages, placeholders, descriptions, attributes] = [new Map(), new Map(), new Map(), new Map()]
  for (const [key, value] of entries) {
    if (key.startsWith('@@')) attributes.set(key.slice(2), value)
    else if (key.startsWith('@')) {
      if (value.description) descriptions.set(key.slice(1), value.description)
      if (value.placeholders)
        placeholders.set(
          key.slice(1),
          Object.entries(value.placeholders).map(([name, { type }]) => [name, type]),
        )
    } else if (typeof value === 'string') messages.set(key, value)
    else fail(`${key} isn’t a text`)
  }
  const language = attributes.get('locale')
  if (typeof language !== 'string') fail('“@@locale” is missing')
  return {
    file,
    language,
    name: attributes.get('x-name') ?? nameOf(language),
    isReviewed: attributes.get('x-reviewed') === true,
    direction: attributes.get('x-direction') ?? directionOf(language),
    messages,
    placeholders,
    descriptions,
  }
}

/** A language’s own name for itself, such as Español. */
function nameOf(language) {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}

export function directionOf(language) {
  const locale = new Intl.Locale(language)
  return (locale.getTextInfo?.() ?? locale.textInfo)?.direction ?? 'ltr'
}

/** A catalog's text as parts; errors name the file and key. */
export function messageIn({ file, messages }, key) {
  try {
    return parseMessage(messages.get(key))
  } catch ({ message }) {
    throw new Error(`${file}: ${key}: ${message}`)
  }
}

/** Groups texts by the dots in their keys, as nested Maps. */
export function treeOf(keys, textOf) {
  const tree = new Map()
  for (const key of keys) {
    const path = key.split('.')
    const last = path.pop()
    let branch = tree
    for (const name of path) {
      if (!branch.has(name)) branch.set(name, new Map())
      branch = branch.get(name)
      if (!(branch instanceof Map)) throw new Error(`${key}: a part of this key is a text of its own`)
    }
    if (branch.has(last)) throw new Error(`${key} is a text and the beginning of other keys`)
    branch.set(last, textOf(key))
  }
  return tree
}

/** The first part of a key, which names the module. */
export const moduleOfKey = (key) => key.split('.', 1)[0]

/** Every module of a catalog with its keys, which start with the module’s name. */
export function modulesOf({ messages }) {
  const modules = new Map()
  for (const key of messages.keys()) {
    const name = moduleOfKey(key)
    modules.set(name, [...(modules.get(name) ?? []), key])
  }
  return modules
}
