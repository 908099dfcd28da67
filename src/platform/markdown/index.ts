import type { MarkdownContext, Rendered } from './context.ts'
import { engine } from './engine.ts'
import { widenNestedLists } from './lists.ts'
import { escapeHtml, LIMITS, startRun } from './run.ts'

export { alertWordsIn, matchesAlertWord } from './alerts.ts'
export { channelUrl, encodeFragment, topicUrl } from './channels.ts'
export type { MarkdownContext, Rendered, UploadedFile } from './context.ts'
export {
  type CompiledLinkifier,
  compileLinkifiers,
  type LinkifierRow,
  linkifierProblem,
  matchesWhole,
  namedGroups,
} from './linkifiers.ts'
export { plainText } from './plain.ts'
export { reverseTemplateVariables, templateVariables } from './templates.ts'
export { topicLinks } from './topics.ts'

/** Goes up with every change of the HTML for the same text, so that stored renderings can be told apart. */
export const RENDERER_VERSION = 1

/** HTML of a message, and what the text means for people, groups and files. Never throws and never waits. */
export function renderMarkdown(text: string, context: MarkdownContext): Rendered {
  const run = startRun(context, RENDERER_VERSION)
  const { result } = run
  if (text.length > LIMITS.text) {
    result.html = `<p>${escapeHtml(text).replaceAll('\n', '<br>\n')}</p>`
    return result
  }
  const html = engine.render(widenNestedLists(text.replace(/\r\n?/g, '\n')), { run })
  result.html = html.endsWith('\n') ? html.slice(0, -1) : html
  result.isMeMessage = text.startsWith('/me ') && isOneParagraph(result.html)
  return result
}

const isOneParagraph = (html: string) =>
  html.startsWith('<p>/me ') && html.indexOf('</p>') === html.length - '</p>'.length
