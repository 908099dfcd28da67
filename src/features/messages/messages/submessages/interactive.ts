import { codePoints } from '#contract'
import { type Answer, Interactive, InteractiveWidget } from './interactive-input.ts'

/** The beginning of an interactive message's first submessage, which the server writes. */
const beginning = '{"widget_type":"interactive",'
const defaultLength = 500

export const isInteractive = (first: string): boolean =>
  first.startsWith(beginning) && InteractiveWidget.safeParse(JSON.parse(first)).success

/** The current form, by its sender's latest submessage; undefined if it's closed. */
export function askedBy(latest: string): Interactive | undefined {
  const { extra_data } = JSON.parse(latest) as { extra_data?: unknown }
  return Interactive.safeParse(extra_data).data
}

/** Why an answer doesn't fit the form; undefined if it does. */
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

/** The stored answer, without empty values. `agent` is the name of the access token used. */
export const keptAnswer = ({ button, values = new Map() }: Answer, agent: string | undefined): string =>
  JSON.stringify({
    type: 'answer',
    button,
    values: Object.fromEntries([...values].filter(([, value]) => value !== '')),
    agent,
  })
