import { Context, type Emitter, Liquid, toValue } from 'liquidjs'
import { shortened } from '#contract'
import { processorMs } from '#platform/threads'
import { anyLink, code, Markdown, mono, plain, quote } from '../markdown.ts'
import { templateLimits } from './limits.ts'

const wordsOf = (value: unknown): string =>
  value === null || value === undefined
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value).slice(0, 4_000)
      : String(value)

/** Output is escaped, unless a filter has produced Markdown. */
const engine = new Liquid({
  ownPropertyOnly: true,
  strictFilters: true,
  // templates can't include others
  relativeReference: false,
  dynamicPartials: false,
  templates: {},
  parseLimit: templateLimits.parsed,
  memoryLimit: templateLimits.made,
  outputEscape: (value) => (value instanceof Markdown ? value.text : plain(wordsOf(value), 500)),
})
engine.registerFilter('quote', (value) => quote(wordsOf(value)))
engine.registerFilter('code', (value) => code(wordsOf(value)))
engine.registerFilter('mono', (value) => mono(wordsOf(value)))
engine.registerFilter('link', (value, url) => anyLink(wordsOf(value), wordsOf(url)))
// `raw` would bypass the escaping
engine.registerFilter('raw', (value) => plain(wordsOf(value), 500))

/** Counts all output: the library only counts the output of filters and ranges. */
class CountedText implements Emitter {
  buffer = ''
  readonly #made: Context['memoryLimit']

  constructor({ memoryLimit }: Context) {
    this.#made = memoryLimit
  }

  write(value: unknown): void {
    const text = wordsOf(toValue(value))
    this.#made.use(text.length)
    this.buffer += text
  }
}

const { renderer } = engine
const render = renderer.renderTemplates.bind(renderer)
renderer.renderTemplates = (templates, context, emitter = new CountedText(context)) =>
  render(templates, context, emitter)

/** On a busy machine, wait for up to this many times the limit. */
const patience = 10

/** Throws once this thread has computed for too long. The pool's own limit, which ends the thread, costs more. */
function timeLimit() {
  const [begun, own] = [performance.now(), processorMs()]
  const limitMs = templateLimits.milliseconds * 0.8
  return {
    use() {},
    check() {
      const passed = performance.now() - begun
      if (passed < limitMs) return
      const computed = own === undefined ? passed : (processorMs() ?? passed) - own
      if (computed >= limitMs || passed >= limitMs * patience) throw new Error('it takes too long')
    },
  } as unknown as Context['renderLimit']
}

export const checkTemplate = (template: string): void => void engine.parse(template)

/** Throws if rendering fails or exceeds a limit. */
export function renderTemplate(template: string, payload: unknown): string {
  const scope = typeof payload === 'object' && payload !== null && !Array.isArray(payload) ? payload : {}
  const limits = { renderLimit: timeLimit() }
  const context = new Context({ ...scope, payload }, engine.options, { sync: true }, limits)
  const text = engine.parseAndRenderSync(template, context) as string
  return shortened(text.trim(), templateLimits.shown)
}
