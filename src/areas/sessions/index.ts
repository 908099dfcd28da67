import { html } from '#platform/html'
import { htmlPage } from '#platform/http'
import { type Area, formForAnyone, HtmlPage, Redirect, serve, type Tap } from '#platform/serve'
import { apiKeyReplaced, userDeactivated } from '../users/actions/index.ts'
import { passwordChanged } from '../users/actions/update.ts'
import { end, endAll, keepUp, present, sessionOf } from './actions.ts'
import * as api from './api.ts'
import { noSessionCookie, sessionCookie } from './cookie.ts'
import { sessionsMirror } from './mirror.ts'
import * as store from './store.ts'

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
  routes: [
    serve(api.getSessions, async (ctx) => {
      const current = ctx.request.session
      const rows = await ctx.read((tx) => store.ofUser(tx, ctx.viewer.id))
      return { sessions: rows.map((row) => ({ ...present(row), is_current: row.id === current?.id })) }
    }),
    serve(api.endSession, async (ctx, { session_id }) => {
      const ended = await ctx.write((act) => end(act, ctx.viewer.id, [session_id]))
      if (ended === 0) throw api.noSuchSession()
    }),
    serve(api.endSessions, async (ctx, { include_current }) => {
      const current = include_current ? undefined : ctx.request.session?.id
      return { count: await ctx.write((act) => endAll(act, ctx.viewer.id, current)) }
    }),
  ],
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
