import type { MarkdownContext, Rendered } from './context.ts'
import { engine } from './engine.ts'
import { escapeHtml, LIMITS, startRun } from './run.ts'

/** Goes up with every change of the HTML for the same text, so that stored renderings can be told apart. */
export const RENDERER_VERSION = 3

/**
 * HTML of a message, and what the text means for people, groups and files. Never throws and never waits; what it takes
 * depends on the text, so the server calls it by `renderText` only. `brief`: formulas and code are shown as they were
 * typed.
 */
export function renderMarkdown(text: string, context: MarkdownContext, { brief = false } = {}): Rendered {
  if (text.length > LIMITS.text) return renderSource(text)
  const run = startRun(context, RENDERER_VERSION, brief)
  const { result } = run
  const html = engine.render(text, { run })
  result.html = html.endsWith('\n') ? html.slice(0, -1) : html
  result.isMeMessage = text.startsWith('/me ') && isOneParagraph(result.html)
  return result
}

/** The text as it was typed: for what is too long or too slow to be rendered. It means nothing to anybody. */
export function renderSource(text: string): Rendered {
  const { result } = startRun({ realmUrl: '' }, RENDERER_VERSION)
  result.html = `<p>${escapeHtml(text.replace(/\r\n?/g, '\n')).replaceAll('\n', '<br>\n')}</p>`
  return result
}

const isOneParagraph = (html: string) =>
  html.startsWith('<p>/me ') && html.indexOf('</p>') === html.length - '</p>'.length
