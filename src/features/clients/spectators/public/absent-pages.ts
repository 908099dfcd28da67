import { html } from '#platform/html'
import { htmlPage } from '#platform/http'
import type { HtmlPage, OpenContext } from '#platform/serve'
import { textsIn } from '../texts.ts'

/** The same page for missing, deleted, and private things. */
export function nothingHere({ language }: Pick<OpenContext, 'language'>): HtmlPage {
  const { nothing, nothingText, logInIf } = textsIn(language)
  const body = html`<p>${nothingText}</p>
<p><a href="/">${logInIf}</a></p>`
  return htmlPage(language, nothing, body, 404)
}
