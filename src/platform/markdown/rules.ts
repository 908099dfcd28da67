import type { StateInline } from 'markdown-it'

/** Our only own inline token: finished, escaped HTML, so the renderer needs no other rules. */
export const HTML = 'html_ready'

export function pushHtml(state: StateInline, html: string): void {
  const token = state.push(HTML, '', 0)
  token.content = html
}
