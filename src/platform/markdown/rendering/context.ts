import type { MarkdownContext } from '../context.ts'
import { type CompiledLinkifier, compileLinkifiers, type LinkifierRow } from '../linkifiers.ts'
import { type Described, keyOf, type Lookup, type Question } from './protocol.ts'

/** What a thread is told of a context besides answers. */
export function describe(context: MarkdownContext): Described {
  const values: Record<string, unknown> = {}
  const offered: Lookup[] = []
  for (const [name, value] of Object.entries(context))
    if (typeof value === 'function') offered.push(name as Lookup)
    else if (name !== 'linkifiers') values[name] = value
  return { values: values as unknown as Described['values'], offered, linkifiers: rowsOf(context.linkifiers) }
}

const written = new WeakMap<readonly CompiledLinkifier[], string>()

function rowsOf(linkifiers: MarkdownContext['linkifiers']): string | undefined {
  if (!linkifiers || linkifiers.length === 0) return undefined
  let rows = written.get(linkifiers)
  if (rows === undefined) {
    rows = JSON.stringify(linkifiers.map(({ row }) => row))
    written.set(linkifiers, rows)
  }
  return rows
}

/** Looks up what a thread asked for. */
export function answer(
  context: MarkdownContext,
  questions: readonly Question[],
  before: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const answers = new Map(Object.entries(before))
  for (const question of questions) {
    const [name, ...args] = question
    // the names come from the thread's own list
    const look = context[name] as ((...args: unknown[]) => unknown) | undefined
    answers.set(keyOf(question), look?.(...args) ?? null)
  }
  return Object.fromEntries(answers)
}

/** A context whose look-ups know what was answered, and note what was not. */
export function contextOf(
  { values, offered, linkifiers }: Described,
  answers: Readonly<Record<string, unknown>> = {},
  questions: Map<string, Question>,
) {
  const context: Record<string, unknown> = { ...values }
  for (const name of offered)
    context[name] = (...args: unknown[]) => {
      const question: Question = [name, ...args]
      const key = keyOf(question)
      if (!Object.hasOwn(answers, key)) questions.set(key, question)
      return answers[key] ?? none[name]
    }
  if (linkifiers !== undefined) context.linkifiers = compiled(linkifiers)
  return context as unknown as MarkdownContext
}

/** What a look-up answers that found nothing, where that is not undefined. */
const none: { readonly [name in Lookup]?: unknown } = { usersByName: [], externalImageUrl: '' }

const kept = new Map<string, readonly CompiledLinkifier[]>()
const mostKept = 50

/** Compiled once for each list that organizations have at present. */
function compiled(rows: string): readonly CompiledLinkifier[] {
  const linkifiers = kept.get(rows) ?? compileLinkifiers(JSON.parse(rows) as LinkifierRow[])
  kept.delete(rows)
  kept.set(rows, linkifiers)
  const [oldest] = kept.keys()
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
  return linkifiers
}
