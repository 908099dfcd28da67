import { html } from '#platform/html'
import { htmlPage } from '#platform/http'
import { type Area, formForAnyone, HtmlPage, Redirect, type Tap } from '#platform/serve'
import { apiKeyReplaced, userDeactivated } from '../users/actions/index.ts'
import { passwordChanged } from '../users/actions/update.ts'
import { end, endAll, keepUp, sessionOf } from './actions.ts'
import * as api from './api.ts'
import { noSessionCookie, sessionCookie } from './cookie.ts'
import { sessionsMirror } from './mirror.ts'
import { routes } from './routes.ts'

const taps: readonly Tap[] = [
  apiKeyReplaced.tap(async (act, { id }) => void (await endAll(act, id))),
  passwordChanged.tap(async (act, { id }) => void (await endAll(act, id))),
  userDeactivated.tap(async (act, { id }) => void (await endAll(act, id))),
]

export const sessionsArea: Area = {
  name: 'sessions',
  taps,
  api: [api],
  mirrors: [sessionsMirror],
  session: sessionOf,
  repeated: [{ name: 'sessions', everySecs: 1_800, run: keepUp, atStop: true }],
  routes,
  pages: [
    // a link that another site makes must not sign anybody out: the page asks
    formForAnyone(
      '/accounts/logout',
      () => htmlPage('Sign out', html`<form method="post"><button type="submit">Sign out</button></form>`),
      async ({ maybeOrg, org, request, write }) => {
        const session = maybeOrg && sessionOf(org, request.cookies.get(sessionCookie) ?? '')
        if (session) await write((act) => end(act, session.userId, [session.id]))
        const { text, status } = htmlPage('Signed out', html`<p><a href="/accounts/login">Sign in again</a></p>`)
        return new HtmlPage(text, status, [noSessionCookie])
      },
    ),
    formForAnyone(
      '/accounts/logout/',
      () => new Redirect('/accounts/logout'),
      () => new Redirect('/accounts/logout'),
    ),
  ],
}
