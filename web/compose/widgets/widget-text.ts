import { oneLine } from '#contract'
export type WidgetKind = 'poll' | 'todo'

export interface WidgetText {
  readonly title: string
  /** Options have no description. */
  readonly items: readonly { readonly name: string; readonly description: string }[]
}

/** Widget type by the message's first word. */
export const widgetIn = (text: string): WidgetKind | undefined =>
  /^\/(poll|todo)(?=\s|$)/.exec(text.trimStart())?.[1] as WidgetKind | undefined

/** As every client writes it: the command with its title, and an option or a task on each further line. */
export function textOfWidget(kind: WidgetKind, { title, items }: WidgetText): string {
  const lines = items
    .map(({ name, description }) => ({ name: oneLine(name), description: oneLine(description) }))
    .filter(({ name }) => name !== '')
    .map(({ name, description }) => (description === '' ? name : `${name}: ${description}`))
  return [`/${kind} ${oneLine(title)}`.trimEnd(), ...lines].join('\n')
}

/** Parses a widget's text; empty for any other text. */
export function readWidget(kind: WidgetKind, text: string): WidgetText {
  if (widgetIn(text) !== kind) return { title: '', items: [] }
  const [first = '', ...lines] = text.trim().split('\n')
  const items = lines
    .map((line) => line.replace(/^\s*[-*]\s+/, '').trim())
    .filter((line) => line !== '')
    .map((line) => {
      const colon = kind === 'todo' ? line.indexOf(':') : -1
      return colon < 0
        ? { name: line, description: '' }
        : { name: line.slice(0, colon).trim(), description: line.slice(colon + 1).trim() }
    })
  return { title: first.replace(/^\/\w+\s*/, ''), items }
}
