import type { Value } from './filter.ts'
import { scimLimits } from './limits.ts'
import { badFilter } from './scim-error.ts'

export type Token =
  | { readonly kind: '(' | ')' | '[' | ']' | 'word'; readonly text: string }
  | { readonly kind: 'value'; readonly text: string; readonly value: Value }

const pieces =
  /\s*(?:([()[\]])|("(?:[^"\\]|\\.)*")|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)(?=[\s)\]]|$)|([A-Za-z.$][\w.:$-]*))/y

const words = new Map<string, Value>([
  ['true', true],
  ['false', false],
  ['null', null],
])

export function tokensOf(text: string): Token[] {
  if (text.length > scimLimits.filter) throw badFilter(`A filter has at most ${scimLimits.filter} characters`)
  const whole = text.trim()
  const tokens: Token[] = []
  pieces.lastIndex = 0
  while (pieces.lastIndex < whole.length) {
    const at = pieces.lastIndex
    const found = pieces.exec(whole)
    if (!found) throw badFilter(`Not understood: ${whole.slice(at, at + 50)}`)
    const [, bracket, string, number, word] = found
    if (bracket) tokens.push({ kind: bracket as '(', text: bracket })
    else if (string) tokens.push({ kind: 'value', text: string, value: unquoted(string) })
    else if (number) tokens.push({ kind: 'value', text: number, value: Number(number) })
    else if (word) tokens.push(wordOf(word))
  }
  if (tokens.length === 0) throw badFilter('The filter is empty')
  return tokens
}

function wordOf(text: string): Token {
  const value = words.get(text.toLowerCase())
  return value === undefined ? { kind: 'word', text } : { kind: 'value', text, value }
}

function unquoted(text: string): string {
  try {
    return JSON.parse(text) as string
  } catch {
    throw badFilter(`Not a text: ${text.slice(0, 50)}`)
  }
}
