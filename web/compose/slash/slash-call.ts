import { commandName } from './slash-text.ts'

/** The command that a text begins with, and what follows its name. */
export function slashIn(text: string): { readonly name: string; readonly text: string } | undefined {
  const name = commandName(text)
  return name === undefined ? undefined : { name, text: text.replace(/^\s*\S+/, '').trim() }
}
