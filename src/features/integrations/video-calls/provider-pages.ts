import { createHash } from 'node:crypto'
import { ApiError, apiError, type UserId } from '#contract'
import { html } from '#platform/html'
import { htmlPage } from '#platform/http'
import { asSentence } from '#platform/languages'
import { secretsOf } from '#platform/secrets'
import {
  type Context,
  type Cookie,
  HtmlPage,
  type OpenContext,
  type Page,
  type PageAnswer,
  page,
  pageForAnyone,
  Redirect,
} from '#platform/serve'
import { errorText } from '../../people/languages/error-text.ts'
import { organizationCache } from '../../people/organization/cache.ts'
import type { Account } from '../../people/users/account.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { connectionOf } from './actions/create-meeting.ts'
import { keepTokens } from './actions/tokens.ts'
import { MeetingProviderError } from './provider-connection.ts'
import { textsIn } from './texts.ts'

const linkOver = apiError(400, 'BAD_REQUEST', 'This link is incomplete or has expired. Start over')
const notStarted = apiError(400, 'BAD_REQUEST', 'This was started in another browser or has expired. Start over')
const refused = apiError(400, 'BAD_REQUEST', 'Access was denied at {provider}')
const failed = apiError(502, 'BAD_REQUEST', '{provider} failed: {reason}')

const lifeMs = 10 * 60_000
const cookieName = 'loquat-meetings'
const noCookie: Cookie = { name: cookieName, value: '', maxAgeSecs: 0 }

/** The last segment of callback URLs; `complete` is the one to register with the provider. */
const names = ['meetingprovider', 'zoom', 'webex'] as const

type Place = Pick<Context, 'org' | 'server'>

const base = ({ org, server }: Place) => server.organizationUrl(org.get(organizationCache).subdomain)

const callbackOf = (ctx: Place): string => `${base(ctx)}/calls/${connectionOf(ctx.server).provider.wireName}/complete`

/** Changes with the account's key and role, so that an attempt started before can't be finished after. */
const stampOf = ({ apiKey, role }: Account): string =>
  createHash('sha256').update(`${role} ${apiKey}`).digest('base64url').slice(0, 16)

/** A URL to open in a browser that isn't signed in. */
export function connectAddress(ctx: Context): string {
  connectionOf(ctx.server)
  const expiresAt = ctx.server.now().getTime() + lifeMs
  const ticket = secretsOf(ctx.server.config).seal(
    'meeting tickets',
    `${ctx.org.id}`,
    JSON.stringify({ userId: ctx.viewer.id, stamp: stampOf(ownAccount(ctx, ctx.viewer.id)), expiresAt }),
  )
  return `${base(ctx)}/calls/meetingprovider/connect?${new URLSearchParams({ ticket })}`
}

/** A started connection, stored only in the browser, in a sealed cookie. */
interface Attempt {
  readonly userId: UserId
  readonly stamp: string
  readonly state: string
  readonly verifier: string
  readonly expiresAt: number
}

function opened<T extends { expiresAt: number }>(ctx: OpenContext, purpose: string, sealed: string): T | undefined {
  const text = secretsOf(ctx.server.config).open(purpose, `${ctx.org.id}`, sealed)
  const value = text === undefined ? undefined : (JSON.parse(text) as T)
  return value && value.expiresAt > ctx.server.now().getTime() ? value : undefined
}

async function begin(ctx: Place, account: Account): Promise<{ url: string; cookie: Cookie }> {
  const { url, state, verifier } = await connectionOf(ctx.server).begin(callbackOf(ctx))
  const expiresAt = ctx.server.now().getTime() + lifeMs
  const attempt: Attempt = { userId: account.id, stamp: stampOf(account), state, verifier, expiresAt }
  const value = secretsOf(ctx.server.config).seal('meeting attempts', `${ctx.org.id}`, JSON.stringify(attempt))
  return { url, cookie: { name: cookieName, value, maxAgeSecs: lifeMs / 1000 } }
}

const ownAccount = ({ org }: Place, id: UserId): Account => org.get(peopleCache).byId.get(id) as Account

/** The account, if its key and role are unchanged. */
const accountOf = ({ org }: Place, { userId, stamp }: Pick<Attempt, 'userId' | 'stamp'>): Account | undefined => {
  const account = org.get(peopleCache).byId.get(userId)
  return account?.isActive && stampOf(account) === stamp ? account : undefined
}

/** Shows the ticket's account before redirecting, because links can be sent to others. */
async function connect(ctx: OpenContext, query: URLSearchParams): Promise<PageAnswer> {
  const ticket = opened<Pick<Attempt, 'userId' | 'stamp' | 'expiresAt'>>(
    ctx,
    'meeting tickets',
    query.get('ticket') ?? '',
  )
  const account = ticket && accountOf(ctx, ticket)
  if (!account) throw linkOver()
  const { displayName } = connectionOf(ctx.server).provider
  const { url, cookie } = await begin(ctx, account)
  const { name } = ctx.org.get(organizationCache)
  const { title, aboutTo, goOn } = textsIn(ctx.language).connect
  const body = html`<p>${aboutTo(name, displayName, account.fullName, account.deliveryEmail)}</p>
<p><a href="${url}">${goOn(displayName)}</a></p>`
  const { text } = htmlPage(ctx.language, title(displayName), body)
  return new HtmlPage(text, 200, [cookie])
}

async function complete(ctx: OpenContext, query: URLSearchParams): Promise<PageAnswer> {
  const connection = connectionOf(ctx.server)
  const { displayName } = connection.provider
  const attempt = opened<Attempt>(ctx, 'meeting attempts', ctx.request.cookies.get(cookieName) ?? '')
  const account = attempt && accountOf(ctx, attempt)
  if (!attempt || !account || query.get('state') !== attempt.state) throw notStarted()
  const address = new URL(`${callbackOf(ctx)}?${query}`)
  try {
    const tokens = await connection.finish(address, attempt.state, attempt.verifier, ctx.server.now())
    await ctx.org.transact(null, (mutation) =>
      keepTokens(mutation, account.id, ctx.server.config, connection.provider, tokens),
    )
  } catch (error) {
    if (!(error instanceof MeetingProviderError)) throw error
    if (error.kind === 'token') throw refused({}, { provider: displayName })
    ctx.request.warn(`${displayName} returned no token: ${error.message}`)
    throw failed({}, { provider: displayName, reason: error.message })
  }
  const { connected, canBeMade } = textsIn(ctx.language).connect
  const body = html`<p>${canBeMade(displayName, account.fullName)}</p>`
  const { text } = htmlPage(ctx.language, connected(displayName), body)
  return new HtmlPage(text, 200, [noCookie])
}

/** Shows errors on a page, and ends the attempt. */
async function orErrorPage({ language }: OpenContext, work: () => Promise<PageAnswer>): Promise<PageAnswer> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { text } = htmlPage(
      language,
      textsIn(language).failed,
      html`<p role="alert">${asSentence(language, errorText(language, error))}</p>`,
    )
    return new HtmlPage(text, error.status, [noCookie])
  }
}

export const connectingPages: readonly Page[] = [
  pageForAnyone('/calls/meetingprovider/connect', (ctx, _params, query) => orErrorPage(ctx, () => connect(ctx, query))),
  ...names.flatMap((name) => [
    page(`/calls/${name}/register`, (ctx) =>
      orErrorPage(ctx as Context & OpenContext, async () => {
        const { url, cookie } = await begin(ctx, ownAccount(ctx, ctx.viewer.id))
        return new Redirect(url, [cookie])
      }),
    ),
    pageForAnyone(`/calls/${name}/complete`, (ctx, _params, query) => orErrorPage(ctx, () => complete(ctx, query))),
    pageForAnyone(`/calls/${name}/complete/`, (ctx, _params, query) => orErrorPage(ctx, () => complete(ctx, query))),
  ]),
]
