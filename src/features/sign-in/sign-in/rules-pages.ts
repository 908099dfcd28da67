import { ApiError } from '#contract'
import { html } from '#platform/html'
import { htmlPage } from '#platform/http'
import { secretsOf } from '#platform/secrets'
import {
  type FormHandler,
  formForAnyone,
  type HtmlPage,
  type OpenContext,
  type Page,
  type PageAnswer,
  Redirect,
} from '#platform/serve'
import { joinErrors } from '../../people/community-rules/errors.ts'
import { checkOpen } from '../../people/organization/actions.ts'
import { organizationCache } from '../../people/organization/cache.ts'
import { orLogRefusal } from '../../people/users/refused-sign-in.ts'
import { acceptedIn, rulesField } from '../accounts/rules-field.ts'
import { signIn } from './actions.ts'
import { notStarted } from './api.ts'
import { attemptLifeMs } from './attempt-cookie.ts'
import { alertOf, orErrorPage } from './error-page.ts'
import type { Identity } from './identity.ts'
import type { Receiver } from './receiver.ts'
import { signedIn } from './receiver-pages.ts'
import { textsIn } from './texts.ts'

const path = '/accounts/register/rules'
const purpose = 'joining with a provider'

interface ProviderSignIn {
  /** Its display name. */
  readonly provider: string
  readonly identity: Identity
  readonly invitationKey: string | undefined
  readonly receiver: Receiver
}

/** An identified person, sealed in the form. */
interface Ticket extends ProviderSignIn {
  /** UNIX milliseconds. */
  readonly expiresAt: number
}

const isAboutRules = (error: unknown): error is ApiError =>
  error instanceof ApiError && joinErrors.some(({ code }) => code === error.code)

/** Shows the form instead if an account has to be created and the organization has rules to accept. */
export async function signInOrAskToAccept(ctx: OpenContext, arrival: ProviderSignIn): Promise<PageAnswer> {
  const { provider, identity, invitationKey, receiver } = arrival
  try {
    return await signedIn(ctx, await signIn(ctx, provider, identity, invitationKey), receiver, true)
  } catch (error) {
    if (!isAboutRules(error)) throw error
    const expiresAt = ctx.server.now().getTime() + attemptLifeMs
    return acceptPage(ctx, sealed(ctx, { ...arrival, expiresAt }), arrival)
  }
}

const sealed = ({ org, server }: OpenContext, ticket: Ticket): string =>
  secretsOf(server.config).seal(purpose, `organization ${org.id}`, JSON.stringify(ticket))

function ticketIn({ org, server }: OpenContext, text: string): Ticket {
  const opened = secretsOf(server.config).open(purpose, `organization ${org.id}`, text)
  const ticket = opened === undefined ? undefined : (JSON.parse(opened) as Ticket)
  if (!ticket || ticket.expiresAt <= server.now().getTime()) throw notStarted()
  return ticket
}

function acceptPage(ctx: OpenContext, ticket: string, { identity }: ProviderSignIn, problem?: ApiError): HtmlPage {
  const { language } = ctx
  const { rules } = textsIn(language)
  const organization = ctx.org.get(organizationCache).name
  const body = html`${alertOf(ctx, problem)}<p>${rules.lead(organization, identity.email ?? identity.fullName)}</p>
<form method="post" action="${path}"><input type="hidden" name="ticket" value="${ticket}">${rulesField(ctx, new Map())}
<button type="submit">${rules.make}</button></form>`
  return htmlPage(language, rules.title(organization), body, problem?.status ?? 200)
}

const submitRules: FormHandler = (ctx, _params, form) =>
  orErrorPage(ctx, async () => {
    checkOpen(ctx.org)
    const text = form.get('ticket') ?? ''
    const ticket = ticketIn(ctx, text)
    const { provider, identity, invitationKey, receiver } = ticket
    try {
      const account = await orLogRefusal(ctx, { method: 'provider' }, () =>
        signIn(ctx, provider, identity, invitationKey, acceptedIn(form) ?? 0),
      )
      return await signedIn(ctx, account, receiver, false)
    } catch (error) {
      if (!isAboutRules(error)) throw error
      return acceptPage(ctx, text, ticket, error)
    }
  })

export const rulesPages: readonly Page[] = [formForAnyone(path, () => new Redirect('/accounts/register'), submitRules)]
