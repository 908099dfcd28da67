import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, reason, roles, type z } from '#contract'
import { html } from '#platform/html'
import { answerPage, forbiddenOrigin, htmlPage, isOwnForm, openBodyBytes, RateLimits, siteOf } from '#platform/http'
import { type Language, languageFor } from '#platform/languages'
import type { Organization } from '#platform/organization'
import type { Runtime } from '#platform/runtime'
import { type HtmlPage, type PageAnswer, Redirect } from '#platform/serve'
import { channelsCache } from '../features/channels/channels/cache.ts'
import { writeSampleTopics } from '../features/messages/welcome/sample-topics.ts'
import { errorText } from '../features/people/languages/error-text.ts'
import { type Field, fieldError } from '../features/people/languages/field-problem.ts'
import { organizationColumns } from '../features/people/organization/settings.ts'
import { foundOrganization } from '../features/people/organization-settings/actions/found.ts'
import { foundersDefaults } from '../features/people/user-settings/settings.ts'
import type { Account } from '../features/people/users/account.ts'
import { emailAddress, newPassword } from '../features/people/users/input.ts'
import { newPasswordField } from '../features/sign-in/accounts/password-field.ts'
import { passwordScript } from '../features/sign-in/accounts/password-script.ts'
import { browserTimeZone, timeZoneField, timeZoneScript } from '../features/sign-in/accounts/time-zone-field.ts'
import { createLink } from '../features/sign-in/invitations/actions.ts'
import { startSession } from '../features/sign-in/sessions/actions.ts'
import { cookieOf } from '../features/sign-in/sessions/cookie.ts'
import { nameFromAddress } from './name-from-address.ts'
import { textsIn } from './texts.ts'

/**
 * The setup of a new server's first organization, at a secret URL that's printed at the start. It works while the
 * process runs and has no organization.
 */
export class FirstRun {
  readonly code = randomBytes(16).toString('base64url')

  get path(): string {
    return `/setup/${this.code}`
  }

  fits(code: string): boolean {
    const hash = (value: string) => createHash('sha256').update(value).digest()
    return timingSafeEqual(hash(code), hash(this.code))
  }
}

type Form = ReadonlyMap<string, string>

const linkLifeMinutes = 10 * 1440

const field = (form: Form, name: string, more: ReturnType<typeof html>) =>
  html`<input id="${name}" name="${name}" value="${form.get(name) ?? ''}" ${more}>`

function setupPage(language: Language, form: Form, problem?: string): HtmlPage {
  const { setup } = textsIn(language)
  return htmlPage(
    language,
    setup.title,
    html`${problem ? html`<p role="alert">${problem}</p>` : html``}
<form method="post">
<label for="organization">${setup.organization}</label>
${field(form, 'organization', html`required maxlength="40" autocomplete="organization" placeholder="${setup.organizationExample}"${form.size === 0 ? html` autofocus` : html``}`)}
<label for="email">${setup.email}</label>
${field(form, 'email', html`required type="email" autocomplete="email" aria-describedby="email-hint"`)}
<p class="hint" id="email-hint">${setup.emailHint}</p>
${newPasswordField(language, 'password', setup.password, [])}
${timeZoneField}
<button type="submit">${setup.begin}</button>
</form>`,
    problem ? 400 : 200,
    passwordScript + timeZoneScript,
  )
}

function over(language: Language): HtmlPage {
  const { over, overText, signIn } = textsIn(language).setup
  const body = html`<p>${overText}</p>
<p><a href="/accounts/login">${signIn}</a></p>`
  return htmlPage(language, over, body, 404)
}

/** Decodes a field like its endpoint does; throws a sentence for the user. */
function value<T>(language: Language, form: Form, name: string, field: Field, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(form.get(name) ?? '')
  if (!parsed.success) throw new ApiError(400, 'BAD_REQUEST', fieldError(language, field, reason(parsed.error)))
  return parsed.data
}

async function found(runtime: Runtime, form: Form, request: FastifyRequest, language: Language): Promise<PageAnswer> {
  const name = value(language, form, 'organization', 'organization', organizationColumns.name.schema)
  const email = value(language, form, 'email', 'email', emailAddress)
  const password = value(language, form, 'password', 'password', newPassword)
  const { org, owner } = await foundOrganization(runtime, {
    name,
    subdomain: '',
    owner: { full_name: nameFromAddress(email), email, password, timezone: browserTimeZone(form) },
    channels: textsIn(language)
      .setup.firstChannels.split(/[,،、，]/)
      .map((channel) => channel.trim()),
    language,
    userDefaults: foundersDefaults,
  })
  const start = await prepareFirstView(org, owner)
  const session = await org.transact(owner.id, (mutation) =>
    startSession(mutation, owner.id, {
      userAgent: request.headers['user-agent'] ?? '',
      address: request.callerAddress,
    }),
  )
  return new Redirect(start, [cookieOf(session)])
}

/** Writes sample topics, and creates the invite link that they're shown with; returns the conversation to start in. */
function prepareFirstView(org: Organization, owner: Account): Promise<string> {
  return org.transact(owner.id, async (mutation) => {
    await createLink(mutation, {
      invite_as: roles.member,
      stream_ids: [],
      group_ids: [],
      invite_expires_in_minutes: linkLifeMinutes,
      include_realm_default_subscriptions: true,
      // the founder sees people arrive; a bot's message for each would be noise
      notify_referrer_on_join: false,
    })
    const [channel] = mutation.get(channelsCache).inOrder()
    return channel ? writeSampleTopics(mutation, channel) : '/'
  })
}

/** The page at the link that `npm start` prints. */
export function setup(app: FastifyInstance, runtime: Runtime, firstRun: FirstRun): void {
  const limits = new RateLimits(runtime.config)
  const isOpen = async (request: FastifyRequest<{ Params: { code: string } }>) => {
    await limits.address(request.callerAddress)
    return firstRun.fits(request.params.code) && !(await runtime.registry.hasOrganization())
  }
  const languageOf = ({ headers }: FastifyRequest) => languageFor(undefined, headers['accept-language'], undefined)
  const show = (request: FastifyRequest, reply: FastifyReply, page: PageAnswer) =>
    answerPage(request, reply, page, siteOf(runtime))
  app.get<{ Params: { code: string } }>('/setup/:code', async (request, reply) =>
    show(
      request,
      reply,
      (await isOpen(request)) ? setupPage(languageOf(request), new Map()) : over(languageOf(request)),
    ),
  )
  const takesForm = { config: { formBytes: openBodyBytes } }
  app.post<{ Params: { code: string } }>('/setup/:code', takesForm, async (request, reply) => {
    if (!isOwnForm(request)) throw forbiddenOrigin()
    const language = languageOf(request)
    if (!(await isOpen(request))) return show(request, reply, over(language))
    const form: Form = request.body instanceof Map ? request.body : new Map()
    const page = await found(runtime, form, request, language).catch(async (error: unknown) => {
      if (!(error instanceof ApiError)) throw error
      // another request may have created the organization in the meantime
      return (await isOpen(request)) ? setupPage(language, form, errorText(language, error)) : over(language)
    })
    return show(request, reply, page)
  })
}
