import { clientCommands, commandName } from '../../../src/features/messages/slash-commands/command-rules.ts'

/** Commands that run instead of being sent. Known before their code is loaded, so they're never posted by accident. */
export const actionNames = new Set<string>(clientCommands)

const doubled = /^\s*\/\/(?=[\p{L}\d_])/u
/** Keeps the server from interpreting a command. */
const wordJoiner = '\u2060'

/** True if submitting this text runs a command instead of sending it. */
export const isAction = (text: string): boolean => actionNames.has(commandName(text) ?? '')

/** True if the text could become a command. */
export const beginsWithSlash = (text: string): boolean => /^\s*\//.test(text)

export const isEscaped = (text: string): boolean => doubled.test(text)

/** The message to send for a text: a leading double slash becomes a single one. */
export function messageOf(text: string): string {
  if (!isEscaped(text)) return text
  const message = text.replace(doubled, '/')
  return commandName(message) === undefined || isAction(message) ? message : message.replace('/', `/${wordJoiner}`)
}
