// ICU MessageFormat, reduced to what our texts use: arguments, plurals, and selects.
import { parse, TYPE } from '@formatjs/icu-messageformat-parser'

/**
 * A message is a list of parts: text, `{ argument }`, `{ plural, forms }`, or `{ select, forms }`. `forms` is a Map from a
 * category or value to a message. Inside a plural, "#" is `{ argument, isNumber: true }` of the plural's argument.
 */
export function parseMessage(text) {
  try {
    return partsOf(parse(text, { ignoreTag: true, shouldParseSkeletons: false }))
  } catch (problem) {
    const { message, location } = problem
    const place = location ? ` at character ${location.start.offset + 1}` : ''
    throw new Error(`${message.toLowerCase().replaceAll('_', ' ')}${place}`)
  }
}

function partsOf(elements, counted) {
  return elements.map((element) => {
    if (element.type === TYPE.literal) return element.value
    if (element.type === TYPE.argument) return { argument: element.value }
    if (element.type === TYPE.pound) return { argument: counted, isNumber: true }
    if (element.type === TYPE.select) return { select: element.value, forms: formsOf(element, counted) }
    if (element.type !== TYPE.plural)
      throw new Error(`{${element.value}, …} has a format; only {${element.value}}, plural, and select are supported`)
    if (element.offset !== 0) throw new Error(`the offset of {${element.value}} isn’t supported`)
    if (element.pluralType !== 'cardinal') throw new Error(`selectordinal of {${element.value}} isn’t supported`)
    return { plural: element.value, forms: formsOf(element, element.value) }
  })
}

const formsOf = ({ options }, counted) =>
  new Map(Object.entries(options).map(([name, { value }]) => [name, partsOf(value, counted)]))

export function eachPart(parts, see) {
  for (const part of parts) {
    see(part)
    if (part.forms) for (const form of part.forms.values()) eachPart(form, see)
  }
}

/** The same message with other texts, for pseudo-localization. */
export function withTexts(parts, change) {
  return parts.map((part) => {
    if (typeof part === 'string') return change(part)
    if (!part.forms) return part
    return { ...part, forms: new Map([...part.forms].map(([name, form]) => [name, withTexts(form, change)])) }
  })
}

/** Which arguments a message uses, and how: `shown`, `plural`, `select`. */
export function usesOf(parts) {
  const uses = new Map()
  eachPart(parts, (part) => {
    if (typeof part === 'string') return
    const [name, use] = part.plural
      ? [part.plural, 'plural']
      : part.select
        ? [part.select, 'select']
        : [part.argument, 'shown']
    uses.set(name, (uses.get(name) ?? new Set()).add(use))
  })
  return uses
}

/** The arguments shown in every form of a message, whatever the values are. */
export function alwaysShown(parts) {
  const names = new Set()
  for (const part of parts) {
    if (part.argument) names.add(part.argument)
    if (!part.forms) continue
    const [first, ...others] = [...part.forms.values()].map(alwaysShown)
    for (const name of first) if (others.every((form) => form.has(name))) names.add(name)
  }
  return names
}

/** Whether a message has a letter outside of its arguments, and so a direction of its own. */
export function hasLetters(parts) {
  let found = false
  eachPart(parts, (part) => {
    found ||= typeof part === 'string' && /\p{L}/u.test(part)
  })
  return found
}
