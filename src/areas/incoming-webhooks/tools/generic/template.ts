import { Liquid } from 'liquidjs'
import { code, link, Markdown, mono, plain, quote, shortened } from '../markdown.ts'

/** Everything that a template may cost: characters read, milliseconds, and what is made on the way. */
const limits = { parse: 20_000, milliseconds: 500, memory: 400_000 }
const longestOutput = 12_000

const wordsOf = (value: unknown): string =>
  value === null || value === undefined
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value).slice(0, 4_000)
      : String(value)

/** What is put in is words of others, unless a filter has made Markdown of it. */
const engine = new Liquid({
  ownPropertyOnly: true,
  strictFilters: true,
  // a template names no other one
  relativeReference: false,
  dynamicPartials: false,
  templates: {},
  parseLimit: limits.parse,
  renderLimit: limits.milliseconds,
  memoryLimit: limits.memory,
  outputEscape: (value) => (value instanceof Markdown ? value.text : plain(wordsOf(value), 500)),
})
engine.registerFilter('quote', (value) => quote(wordsOf(value)))
engine.registerFilter('code', (value) => code(wordsOf(value)))
engine.registerFilter('mono', (value) => mono(wordsOf(value)))
engine.registerFilter('link', (value, url) => link(wordsOf(value), wordsOf(url)))
// what would end the rule above
engine.registerFilter('raw', (value) => plain(wordsOf(value), 500))

/** Why a text is no template; nothing where it is one. */
export function problemOf(template: string): string | undefined {
  try {
    engine.parse(template)
    return undefined
  } catch (error) {
    return reasonOf(error)
  }
}

export const reasonOf = (error: unknown): string =>
  shortened((error instanceof Error ? error.message : String(error)).split('\n', 1)[0] as string, 300)

/** What a template says of a payload; throws where it cannot, or takes too long. */
export function renderTemplate(template: string, payload: unknown): string {
  const scope = typeof payload === 'object' && payload !== null && !Array.isArray(payload) ? payload : {}
  const text = engine.parseAndRenderSync(template, { ...scope, payload }) as string
  return shortened(text.trim(), longestOutput)
}
