export { type Help, type HelpGroup, type HelpPage, helpHref, loadHelp } from './help.ts'
export type { Section } from './markup.ts'
export type { Excerpt, Found } from './search.ts'
