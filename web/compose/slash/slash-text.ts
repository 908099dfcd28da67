/** Commands that run instead of being sent. Known before their code is loaded, so they're never posted by accident. */
export const actionNames = new Set(['call', 'dnd', 'mute', 'remind', 'status'])

const command = /^\s*\/(\p{L}[\p{L}\d_-]*)(?!\S)/u
const doubled = /^\s*\/\/(?=[\p{L}\d_])/u
/** Commands that the server interprets. */
const messageSyntax = /^(?:me|poll|todo)(?!\S)/
const wordJoiner = '\u2060'

/** The command name at the start of a text, known or not. Lowercased, because phones capitalize the first letter. */
export const commandName = (text: string): string | undefined => command.exec(text)?.[1]?.toLowerCase()

/** True if submitting this text runs a command instead of sending it. */
export const isAction = (text: string): boolean => actionNames.has(commandName(text) ?? '')

/** True if the text could become a command. */
export const beginsWithSlash = (text: string): boolean => /^\s*\//.test(text)

export const isEscaped = (text: string): boolean => doubled.test(text)

/** The message to send for a text: a leading double slash becomes a single one. */
export function messageOf(text: string): string {
  if (!isEscaped(text)) return text
  const rest = text.replace(doubled, '')
  return `/${messageSyntax.test(rest) ? wordJoiner : ''}${rest}`
}
