import { commandName } from './slash-text.ts'

/** Parses the command at the start of a text. */
export function slashIn(text: string): { readonly name: string; readonly text: string } | undefined {
  const name = commandName(text)
  return name === undefined ? undefined : { name, text: text.replace(/^\s*\S+/, '').trim() }
}
