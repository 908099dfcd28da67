import { codePoints } from '#contract'
import { type Answer, Interactive, InteractiveWidget } from './interactive-input.ts'

/** How the first submessage of an interactive message begins; the server writes it. */
const beginning = '{"widget_type":"interactive",'
const defaultLength = 500

export const isInteractive = (first: string): boolean =>
  first.startsWith(beginning) && InteractiveWidget.safeParse(JSON.parse(first)).success

/** What is asked, as its sender has said last; undefined where that has closed it. */
export function askedBy(latest: string): Interactive | undefined {
  const { extra_data } = JSON.parse(latest) as { extra_data?: unknown }
  return Interactive.safeParse(extra_data).data
}

/** Why an answer is none to what was asked; undefined for one that is. */
export function problemOf(
  { buttons = [], menus = [], fields = [] }: Interactive,
  { button, values = new Map() }: Answer,
): string | undefined {
  if (buttons.length > 0 && button === undefined) return "'button' is missing"
  if (button !== undefined && !buttons.some(({ id }) => id === button)) return `there is no button '${button}'`
  const left = new Set(values.keys())
  for (const { id, required, options } of menus) {
    left.delete(id)
    const value = values.get(id) ?? ''
    if (value === '' && required) return `'${id}' is missing`
    if (value !== '' && !options.some((option) => option.id === value)) return `'${id}' has no such option`
  }
  for (const { id, required, multiline, max_length = defaultLength } of fields) {
    left.delete(id)
    const value = values.get(id) ?? ''
    if (value.trim() === '' && required) return `'${id}' is missing`
    if (codePoints(value) > max_length) return `'${id}' is too long (limit: ${max_length} characters)`
    if (!multiline && /[\n\r]/.test(value)) return `'${id}' has more than one line`
  }
  for (const id of left) return `there is no menu or field '${id}'`
  return undefined
}

/** As it is kept: empty values are left out. `agent` is the name of the token that it was given with. */
export const keptAnswer = ({ button, values = new Map() }: Answer, agent: string | undefined): string =>
  JSON.stringify({
    type: 'answer',
    button,
    values: Object.fromEntries([...values].filter(([, value]) => value !== '')),
    agent,
  })
