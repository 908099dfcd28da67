import { createHash, timingSafeEqual } from 'node:crypto'
import { ApiError, type ChannelId, dayMs, type Scope } from '#contract'
import { html } from '#platform/html'
import { forbiddenOrigin, htmlPage } from '#platform/http'
import { type Language, languageFor, nameOrder } from '#platform/languages'
import {
  type FormHandler,
  formForAnyone,
  type OpenContext,
  type Page,
  type PageAnswer,
  Redirect,
} from '#platform/serve'
import { canReadChannel } from '../../channels/channels/access.ts'
import { channelsCache } from '../../channels/channels/cache.ts'
import { subscribersCache } from '../../channels/channels/subscribers-cache.ts'
import { errorText } from '../../people/languages/error-text.ts'
import { organizationCache } from '../../people/organization/cache.ts'
import { checkPassword, hasPassword } from '../../people/users/access/password.ts'
import { maxTokenChannels, tokenName } from '../../sign-in/access-tokens/api.ts'
import { nextQuery, nextView } from '../../sign-in/accounts/next-view.ts'
import { checkOn, type Person, personIn } from './access.ts'
import { keepDocument } from './actions/clients.ts'
import { allow } from './actions/grants.ts'
import { issuerOf, paths } from './addresses.ts'
import {
  type AuthorizationRequest,
  type Given,
  givenIn,
  type RefusedRequest,
  readRequest,
  requestFields,
} from './authorization-request.ts'
import { consentPage, expiries, refusedPage, type Shown } from './consent-form.ts'
import { OAuthRefusal, unknownProgram } from './errors.ts'
import { withAnswer } from './redirect-uri.ts'
import * as store from './store.ts'
import { textsIn } from './texts.ts'

const maxChannelsShown = 300

const languageOf = (ctx: OpenContext, { account }: Person): Language =>
  languageFor(ctx.org.viewer(account.id), ctx.request.header('accept-language'), ctx.org)

/** Ties consent to the page shown in this session, so that other sites can't submit the form. */
const ticketOf = ({ cookie }: Person, given: Given): string =>
  createHash('sha256')
    .update(JSON.stringify(['consent', cookie, ...[...given].sort()]))
    .digest('base64url')

function hasTicket(person: Person, given: Given, ticket: string): boolean {
  const [right, asked] = [Buffer.from(ticketOf(person, given)), Buffer.from(ticket)]
  return right.length === asked.length && timingSafeEqual(right, asked)
}

/** Shows errors on a page instead of redirecting. */
async function orErrorPage({ language }: OpenContext, work: () => Promise<PageAnswer>): Promise<PageAnswer> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const body = html`<p role="alert">${errorText(language, error)}</p>`
    return htmlPage(language, textsIn(language).notGiven, body, error.status)
  }
}

const signInFirst = (query: URLSearchParams) =>
  new Redirect(`/accounts/login${nextQuery(nextView(`${paths.authorize.slice(1)}?${query}`))}`)

function answered(ctx: OpenContext, { redirectUri, state }: Pick<RefusedRequest, 'redirectUri' | 'state'>) {
  return (answer: Readonly<Record<string, string>>) => withAnswer(redirectUri, { ...answer, state, iss: issuerOf(ctx) })
}

const refusedAnswer = (ctx: OpenContext, person: Person, request: RefusedRequest) => {
  const { code, message } = request.refusal
  const back = answered(ctx, request)({ error: code, error_description: message })
  return refusedPage(request, languageOf(ctx, person), back)
}

async function shownTo(ctx: OpenContext, person: Person, given: Given): Promise<Omit<Shown, 'form' | 'problem'>> {
  const { org } = ctx
  const viewer = org.viewer(person.account.id)
  const language = languageOf(ctx, person)
  const channels = org
    .get(subscribersCache)
    .channelsOf(person.account.id)
    .flatMap((id) => org.get(channelsCache).byId.get(id) ?? [])
    .filter((one) => !one.isArchived && viewer && canReadChannel(viewer, one, true))
    .sort((a, b) => nameOrder(language).compare(a.name, b.name))
  return {
    language,
    organization: org.get(organizationCache).name,
    account: person.account,
    channels: channels.slice(0, maxChannelsShown),
    asksPassword: await hasPassword(ctx, person.account),
    hidden: [
      ...[...given].flatMap(([name, values]) => values.map((value) => [name, value] as const)),
      ['ticket', ticketOf(person, given)],
    ],
  }
}

const show = (ctx: OpenContext, _params: object, query: URLSearchParams) =>
  orErrorPage(ctx, async () => {
    checkOn(ctx)
    const person = personIn(ctx)
    if (!person) return signInFirst(query)
    const given = givenIn(query)
    const request = await readRequest(ctx, given)
    if ('refusal' in request) return refusedAnswer(ctx, person, request)
    return consentPage(request, await shownTo(ctx, person, given))
  })

const submit: FormHandler = (ctx, _params, form) =>
  orErrorPage(ctx, async () => {
    checkOn(ctx)
    const fields = new URLSearchParams(
      requestFields.flatMap((name) => [...(form.has(name) ? [[name, form.get(name) as string]] : [])]),
    )
    const person = personIn(ctx)
    if (!person) return signInFirst(fields)
    const given = givenIn(fields)
    if (!hasTicket(person, given, form.get('ticket') ?? '')) throw forbiddenOrigin()
    const request = await readRequest(ctx, given)
    if ('refusal' in request) return refusedAnswer(ctx, person, request)
    const back = answered(ctx, request)
    if (form.get('decision') !== 'allow') return new Redirect(back({ error: 'access_denied' }))
    const shown = await shownTo(ctx, person, given)
    try {
      const choice = choiceOf(request, shown, form)
      if (shown.asksPassword && !(await checkPassword(ctx, person.account, form.get('password') ?? '')))
        throw new ChoiceError(textsIn(shown.language).badPassword)
      return new Redirect(back({ code: await allowed(ctx, person, request, choice) }))
    } catch (error) {
      const problem = sayable(error, shown.language)
      if (problem === undefined) throw error
      return consentPage(request, { ...shown, form, problem })
    }
  })

function sayable(error: unknown, language: Language): string | undefined {
  if (error instanceof ChoiceError) return error.message
  if (error instanceof OAuthRefusal) return textsIn(language).full
  return error instanceof ApiError ? errorText(language, error) : undefined
}

class ChoiceError extends Error {}

interface Choice {
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly channelIds: readonly ChannelId[] | null
  readonly days: number
}

/** The scopes and channels granted by the user: never more than was requested and shown. */
function choiceOf(
  request: AuthorizationRequest,
  { language, channels }: Shown,
  form: ReadonlyMap<string, string>,
): Choice {
  const texts = textsIn(language)
  const scopes = request.scopes.filter((scope) => form.has(`scope_${scope}`))
  if (scopes.length === 0) throw new ChoiceError(texts.noScope)
  const ticked = [...form.keys()].filter((field) => field.startsWith('channel_'))
  const chosen = channels.filter(({ id }) => ticked.includes(`channel_${id}`)).map(({ id }) => id)
  // don't let a deleted channel turn the limit into all channels
  if (chosen.length !== ticked.length || chosen.length > maxTokenChannels)
    throw new ChoiceError(texts.badChannels(maxTokenChannels))
  const days = expiries.find((one) => String(one) === form.get('expiry'))
  const name = tokenName.safeParse(form.get('name') ?? '')
  if (days === undefined || !name.success) throw new ChoiceError(texts.badName)
  return { name: name.data, scopes, channelIds: chosen.length > 0 ? chosen.sort((a, b) => a - b) : null, days }
}

function allowed(
  ctx: OpenContext,
  { account }: Person,
  request: AuthorizationRequest,
  choice: Choice,
): Promise<string> {
  const { program, redirectUri, challenge } = request
  const { name, scopes, channelIds, days } = choice
  return ctx.org.transact(account.id, async (mutation) => {
    const client =
      program.vouchedBy === undefined
        ? await store.findClient(mutation.tx, mutation.org.id, program.clientId)
        : await keepDocument(mutation, program.clientId, program)
    if (!client) throw unknownProgram()
    const endsAt = days === 0 ? null : new Date(mutation.now.getTime() + days * dayMs)
    const origin = { address: ctx.request.address, client: ctx.client }
    return allow(
      mutation,
      { userId: account.id, client, redirectUri, challenge, name, scopes, channelIds, endsAt },
      origin,
    )
  })
}

export const oauthPages: readonly Page[] = [formForAnyone(paths.authorize, show, submit)]
