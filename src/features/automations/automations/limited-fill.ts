import { maxFilledLength } from './limits.ts'

export const placeholder =
  /(?:(^[ \t]*)|)\{(date|approver|person|person\.mention|text|answers|missing|form\.[a-z][a-z0-9_]{0,39}|message\.text|message\.link|channel|topic|(?:webhook|call)\.[^{}\s]{1,200})\}/gm

interface FoundPlaceholder {
  /** With the indent. */
  readonly whole: string
  /** Undefined unless it begins a line. */
  readonly indent: string | undefined
  readonly name: string
  /** The rest of the line. */
  readonly rest: string
  /** The next line; a quote needs a blank line after it. */
  readonly next: string
}

/**
 * Replaces placeholders. Computes repeated values once and stops when the text is long, because people and services
 * choose the values: hundreds of long ones would block the server for seconds.
 */
export function limitedFill(text: string, fill: (found: FoundPlaceholder) => string): string {
  const values = new Map<string, string>()
  let length = 0
  return text.replace(placeholder, (whole, indent: string | undefined, name: string, at: number) => {
    if (length > maxFilledLength) return whole
    const lines = linesAfter(text, at + whole.length)
    const key = `${indent === undefined}${whole}\n${lines.rest === ''}\n${lines.next === ''}`
    const value = values.get(key) ?? fill({ whole, indent, name, ...lines })
    values.set(key, value)
    length += value.length
    return value
  })
}

function linesAfter(text: string, at: number) {
  const [rest = '', next = ''] = text.slice(at).split('\n', 2)
  return { rest: rest.trim(), next: next.trim() }
}
