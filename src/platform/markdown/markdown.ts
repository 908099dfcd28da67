import type { MarkdownContext, Rendered } from './context.ts'
import { engine } from './engine.ts'
import { escapeHtml, LIMITS, startRun } from './run.ts'

/** Incremented with every change of the HTML for the same text, to tell stored renderings apart. */
export const RENDERER_VERSION = 3

/** Never throws or waits, but may be slow: use `renderText` instead. `brief`: shows formulas and code as typed. */
export function renderMarkdown(text: string, context: MarkdownContext, { brief = false } = {}): Rendered {
  if (text.length > LIMITS.text) return renderSource(text)
  const run = startRun(context, RENDERER_VERSION, brief)
  const { result } = run
  const html = engine.render(text, { run })
  result.html = html.endsWith('\n') ? html.slice(0, -1) : html
  result.isMeMessage = text.startsWith('/me ') && isOneParagraph(result.html)
  return result
}

/** Shows a text as typed, if it's too long or too slow to render. Mentions and links in it have no effect. */
export function renderSource(text: string): Rendered {
  const { result } = startRun({ realmUrl: '' }, RENDERER_VERSION)
  result.html = `<p>${escapeHtml(text.replace(/\r\n?/g, '\n')).replaceAll('\n', '<br>\n')}</p>`
  return result
}

const isOneParagraph = (html: string) =>
  html.startsWith('<p>/me ') && html.indexOf('</p>') === html.length - '</p>'.length
