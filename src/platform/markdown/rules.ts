import type { StateInline } from 'markdown-it'

/**
 * The one inline token of our own: finished HTML, escaped by whoever pushed it. Everything that is not plain
 * Markdown becomes such a token, so that the renderer has no rules to look up.
 */
export const HTML = 'html_ready'

export function pushHtml(state: StateInline, html: string): void {
  const token = state.push(HTML, '', 0)
  token.content = html
}
