import { highlight } from './highlight.ts'
import { languageOf } from './languages.ts'
import { escapeHtml, type Run } from './run.ts'

/** A code block with the structure that clients and style sheets for Pygments expect. */
export function codeHtml(code: string, info: string, run: Run, unnamed = false): string {
  const name = info.replace(/^\{?\s*\.?|\s*\}$/g, '').trim() || (unnamed ? '' : (run.context.defaultCodeLanguage ?? ''))
  const language = name === '' || unnamed ? undefined : languageOf(name)
  const attribute = language ? ` data-code-language="${escapeHtml(language.shown)}"` : ''
  const body = language?.grammar ? highlight(code, language.grammar, run) : escapeHtml(code).replaceAll("'", '&#39;')
  return `<div class="codehilite"${attribute}><pre><span></span><code>${body}</code></pre></div>\n`
}
