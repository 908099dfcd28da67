import type { MarkdownContext } from '../context.ts'
import { type CompiledLinkifier, compileLinkifiers, type LinkifierRow } from '../linkifiers.ts'
import { type Described, keyOf, type Lookup, type Question } from './protocol.ts'

/**
 * What a thread is told of some contexts besides answers, and the place of each among it. perf: most people's are alike:
 * they differ in the answers.
 */
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

/** A context whose look-ups know what was answered, and note what was not, of one text after the other. */
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

  /** Another text, of which so much is answered. */
  begin(answers: Readonly<Record<string, unknown>> = {}): void {
    this.#answers = answers
    this.#questions.clear()
  }

  /** What the text has asked that was not answered. */
  get questions(): Question[] {
    return [...this.#questions.values()]
  }

  #look(question: Question): unknown {
    const key = keyOf(question)
    if (!Object.hasOwn(this.#answers, key)) this.#questions.set(key, question)
    return this.#answers[key] ?? none[question[0]]
  }
}

/** What a look-up answers that found nothing, where that is not undefined. */
const none: { readonly [name in Lookup]?: unknown } = { usersByName: [], externalImageUrl: '' }

const kept = new Map<string, readonly CompiledLinkifier[]>()
const maxKept = 50

/** Compiled once for each list that organizations have at present. */
function compiled(rows: string): readonly CompiledLinkifier[] {
  const linkifiers = kept.get(rows) ?? compileLinkifiers(JSON.parse(rows) as LinkifierRow[])
  kept.delete(rows)
  kept.set(rows, linkifiers)
  const [oldest] = kept.keys()
  if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest)
  return linkifiers
}
