import { ApiError } from '#contract'
import { type Html, html } from '#platform/html'
import { htmlPage } from '#platform/http'
import { asSentence } from '#platform/languages'
import { HtmlPage, type OpenContext, type PageAnswer } from '#platform/serve'
import { errorText } from '../../people/languages/error-text.ts'
import { noCookie } from './attempt-cookie.ts'
import { textsIn } from './texts.ts'

/** The paragraph above a form that was refused; empty without an error. */
export const alertOf = ({ language }: Pick<OpenContext, 'language'>, error: ApiError | undefined): Html =>
  error ? html`<p role="alert">${asSentence(language, errorText(language, error))}</p>` : html``

/** Shows errors on a page, and ends the attempt. */
export async function orErrorPage(
  { language }: Pick<OpenContext, 'language'>,
  work: () => Promise<PageAnswer>,
  more?: Html,
): Promise<PageAnswer> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { notSignedIn, again } = textsIn(language)
    const next = more ?? html`<p><a href="/accounts/login">${again}</a></p>`
    const body = html`${alertOf({ language }, error)}${next}`
    const { text, status } = htmlPage(language, notSignedIn, body, error.status)
    return new HtmlPage(text, status, [noCookie])
  }
}
