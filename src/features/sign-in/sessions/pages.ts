import { html } from '#platform/html'
import { htmlPage } from '#platform/http'
import { textsOf } from '#platform/languages'
import { formForAnyone, HtmlPage, type Page, Redirect } from '#platform/serve'
import { end, sessionOf } from './actions.ts'
import { noSessionCookie, sessionCookie } from './cookie.ts'

const textsIn = textsOf('sessions')

export const sessionPages: readonly Page[] = [
  // ask first: a link on another site mustn't sign anyone out
  formForAnyone(
    '/accounts/logout',
    ({ language }) => {
      const { signOut } = textsIn(language)
      return htmlPage(language, signOut, html`<form method="post"><button type="submit">${signOut}</button></form>`)
    },
    async ({ maybeOrg, org, request, transact, language }) => {
      const { signedOut, signInAgain } = textsIn(language)
      const session = maybeOrg && sessionOf(org, request.cookies.get(sessionCookie) ?? '')
      if (session) await transact((mutation) => end(mutation, session.userId, [session.id]))
      const { text, status } = htmlPage(language, signedOut, html`<p><a href="/accounts/login">${signInAgain}</a></p>`)
      return new HtmlPage(text, status, [noSessionCookie])
    },
  ),
  formForAnyone(
    '/accounts/logout/',
    () => new Redirect('/accounts/logout'),
    () => new Redirect('/accounts/logout'),
  ),
]
