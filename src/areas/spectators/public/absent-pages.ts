import { html } from '#platform/html'
import { htmlPage } from '#platform/http'
import type { HtmlPage, OpenContext } from '#platform/serve'
import { textsIn } from '../texts.ts'

/** The same for what is not there, is not there any more, and is not for everybody. */
export function nothingHere({ language }: Pick<OpenContext, 'language'>): HtmlPage {
  const { nothing, nothingText, logInIf } = textsIn(language)
  const body = html`<p>${nothingText}</p>
<p><a href="/">${logInIf}</a></p>`
  return htmlPage(language, nothing, body, 404)
}
