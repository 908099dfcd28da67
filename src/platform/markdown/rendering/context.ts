import type { MarkdownContext } from '../context.ts'
import { type CompiledLinkifier, compileLinkifiers, type LinkifierRow } from '../linkifiers.ts'
import { type Described, keyOf, type Lookup, type Question } from './protocol.ts'

/** Deduplicates contexts for a thread. perf: most people's are alike: they differ in the answers. */
export function describeAll(contexts: readonly MarkdownContext[]) {
  const described = new Map<string, { place: number; described: Described }>()
  const places = new Map<MarkdownContext, number>()
  for (const context of contexts) {
    if (places.has(context)) continue
    const own = describe(context)
    const key = JSON.stringify(own)
    const known = described.get(key) ?? { place: described.size, described: own }
    described.set(key, known)
    places.set(context, known.place)
  }
  return { contexts: [...described.values()].map((one) => one.described), places }
}

function describe(context: MarkdownContext): Described {
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

export function answer(
  context: MarkdownContext,
  questions: readonly Question[],
  before: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const answers = new Map(Object.entries(before))
  for (const question of questions) {
    const [name, ...args] = question
    // names come from the thread's own list
    const look = context[name] as ((...args: unknown[]) => unknown) | undefined
    answers.set(keyOf(question), look?.(...args) ?? null)
  }
  return Object.fromEntries(answers)
}

/** A context that answers lookups from the known answers and records the missing ones, for one text after the other. */
export class RequestContext {
  readonly context: MarkdownContext
  #answers: Readonly<Record<string, unknown>> = {}
  readonly #questions = new Map<string, Question>()

  constructor({ values, offered, linkifiers }: Described) {
    const context: Record<string, unknown> = { ...values }
    for (const name of offered) context[name] = (...args: unknown[]) => this.#look([name, ...args])
    if (linkifiers !== undefined) context.linkifiers = compiled(linkifiers)
    this.context = context as unknown as MarkdownContext
  }

  /** Starts another text with its known answers. */
  begin(answers: Readonly<Record<string, unknown>> = {}): void {
    this.#answers = answers
    this.#questions.clear()
  }

  get questions(): Question[] {
    return [...this.#questions.values()]
  }

  #look(question: Question): unknown {
    const key = keyOf(question)
    if (!Object.hasOwn(this.#answers, key)) this.#questions.set(key, question)
    return this.#answers[key] ?? none[question[0]]
  }
}

/** Results of failed lookups that aren't undefined. */
const none: { readonly [name in Lookup]?: unknown } = { usersByName: [], externalImageUrl: '' }

const kept = new Map<string, readonly CompiledLinkifier[]>()
const maxKept = 50

function compiled(rows: string): readonly CompiledLinkifier[] {
  const linkifiers = kept.get(rows) ?? compileLinkifiers(JSON.parse(rows) as LinkifierRow[])
  kept.delete(rows)
  kept.set(rows, linkifiers)
  const [oldest] = kept.keys()
  if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest)
  return linkifiers
}
