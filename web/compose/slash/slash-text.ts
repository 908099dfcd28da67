/** Commands that do something instead of being sent. Known before their code is loaded, so that they're never posted. */
export const actionNames = new Set(['call', 'dnd', 'mute', 'remind', 'status'])

const command = /^\s*\/(\p{L}[\p{L}\d_-]*)(?!\S)/u
const doubled = /^\s*\/\/(?=[\p{L}\d_])/u
/** Commands that the server interprets. */
const messageSyntax = /^(?:me|poll|todo)(?!\S)/
const wordJoiner = '\u2060'

/** The name of the command that a text begins with, known or not. Phones capitalize the first letter. */
export const commandName = (text: string): string | undefined => command.exec(text)?.[1]?.toLowerCase()

/** True if a text runs a command instead of being sent. */
export const isAction = (text: string): boolean => actionNames.has(commandName(text) ?? '')

/** True while a text could become a command. */
export const beginsWithSlash = (text: string): boolean => /^\s*\//.test(text)

export const isEscaped = (text: string): boolean => doubled.test(text)

/** The message for a text: two slashes at the start become one. */
export function messageOf(text: string): string {
  if (!isEscaped(text)) return text
  const rest = text.replace(doubled, '')
  return `/${messageSyntax.test(rest) ? wordJoiner : ''}${rest}`
}
