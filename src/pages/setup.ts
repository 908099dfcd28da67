import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, reason, roles, type z } from '#contract'
import { html } from '#platform/html'
import { answerPage, forbiddenOrigin, htmlPage, isOwnForm, openBodyBytes, RateLimits, siteOf } from '#platform/http'
import { type Language, languageFor } from '#platform/languages'
import type { Organization } from '#platform/organization'
import type { Runtime } from '#platform/runtime'
import { HtmlPage, type PageAnswer, Redirect } from '#platform/serve'
import { errorText } from '../features/people/languages/error-text.ts'
import { type Field, fieldError } from '../features/people/languages/field-problem.ts'
import { registerConstants } from '../features/people/organization/register-constants.ts'
import { organizationColumns } from '../features/people/organization/settings.ts'
import { foundOrganization } from '../features/people/organization-settings/actions/found.ts'
import { foundersDefaults } from '../features/people/user-settings/settings.ts'
import type { Account } from '../features/people/users/account.ts'
import { changeSettings } from '../features/people/users/actions/update.ts'
import { emailAddress, fullName, newPassword } from '../features/people/users/input.ts'
import { newPasswordField } from '../features/sign-in/accounts/password-field.ts'
import { passwordScript } from '../features/sign-in/accounts/password-script.ts'
import { createLink, inviteByMail } from '../features/sign-in/invitations/actions.ts'
import { startSession } from '../features/sign-in/sessions/actions.ts'
import { cookieOf } from '../features/sign-in/sessions/cookie.ts'
import { textsIn } from './texts.ts'

/**
 * The setup of a new server's first organization, at a secret URL that's printed at the start. It works while the
 * process runs and has no organization.
 */
export class FirstRun {
  readonly code = randomBytes(16).toString('base64url')

  fits(code: string): boolean {
    const hash = (value: string) => createHash('sha256').update(value).digest()
    return timingSafeEqual(hash(code), hash(this.code))
  }
}

type Form = ReadonlyMap<string, string>

const maxChannels = 20
const themes = { auto: 1, dark: 2, light: 3 } as const

const field = (form: Form, name: string, more: ReturnType<typeof html>) =>
  html`<input id="${name}" name="${name}" value="${form.get(name) ?? ''}" ${more}>`

/** The invite field: email addresses if the server sends email, or else a checkbox for an invite link. */
function inviteField(language: Language, form: Form, sendsMail: boolean) {
  const { setup } = textsIn(language)
  const hint = html`<p class="hint" id="invite-hint">${sendsMail ? setup.inviteHint : setup.inviteLinkHint}</p>`
  return sendsMail
    ? html`<label for="invite">${setup.invite}</label>
<textarea id="invite" name="invite" rows="2" maxlength="5000" aria-describedby="invite-hint">${form.get('invite') ?? ''}</textarea>
${hint}`
    : html`<label class="choice"><input type="checkbox" name="invite" value="link" ${form.has('invite') || form.size === 0 ? html`checked` : html``} aria-describedby="invite-hint"> ${setup.inviteLink}</label>
${hint}`
}

function setupPage(language: Language, form: Form, sendsMail: boolean, problem?: string): HtmlPage {
  const { setup } = textsIn(language)
  const theme = form.get('theme') ?? 'auto'
  const option = (value: keyof typeof themes, label: string) =>
    html`<option value="${value}" ${theme === value ? html`selected` : html``}>${label}</option>`
  return htmlPage(
    language,
    setup.title,
    html`${problem ? html`<p role="alert">${problem}</p>` : html``}
<form method="post">
<label for="organization">${setup.organization}</label>
${field(form, 'organization', html`required maxlength="40" autocomplete="organization" placeholder="${setup.organizationExample}"`)}
<label for="full_name">${setup.name}</label>
${field(form, 'full_name', html`required maxlength="100" autocomplete="name"`)}
<label for="email">${setup.email}</label>
${field(form, 'email', html`required type="email" autocomplete="email" aria-describedby="email-hint"`)}
<p class="hint" id="email-hint">${setup.emailHint}</p>
${newPasswordField(language, 'password', setup.password, [])}
<label for="channels">${setup.channels}</label>
<input id="channels" name="channels" value="${form.get('channels') ?? setup.firstChannels}" maxlength="1000" aria-describedby="channels-hint">
<p class="hint" id="channels-hint">${setup.channelsHint}</p>
${inviteField(language, form, sendsMail)}
<label for="theme">${setup.look}</label>
<select id="theme" name="theme">${option('auto', setup.looks.auto)}${option('light', setup.looks.light)}${option('dark', setup.looks.dark)}</select>
<button type="submit">${setup.begin}</button>
</form>`,
    problem ? 400 : 200,
    passwordScript,
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

function channelNames(language: Language, form: Form): string[] {
  const { tooManyChannels, longChannel } = textsIn(language).setup
  const names = (form.get('channels') ?? '').split(/[,،、，]/).map((name) => name.trim())
  const isFirst = (name: string, index: number) =>
    names.findIndex((other) => other.toLowerCase() === name.toLowerCase()) === index
  const unique = names.filter((name, index) => name !== '' && isFirst(name, index))
  if (unique.length > maxChannels) throw new ApiError(400, 'BAD_REQUEST', tooManyChannels(maxChannels))
  const max = registerConstants.max_stream_name_length
  const long = unique.find((name) => [...name].length > max)
  if (long) throw new ApiError(400, 'BAD_REQUEST', longChannel(long, max))
  return unique.length > 0 ? unique : ['general']
}

async function found(runtime: Runtime, form: Form, request: FastifyRequest, language: Language): Promise<PageAnswer> {
  const { setup } = textsIn(language)
  const name = value(language, form, 'organization', 'organization', organizationColumns.name.schema)
  const full_name = value(language, form, 'full_name', 'name', fullName)
  const email = value(language, form, 'email', 'email', emailAddress)
  const password = value(language, form, 'password', 'password', newPassword)
  const channels = channelNames(language, form)
  const { org, owner } = await foundOrganization(runtime, {
    name,
    subdomain: '',
    owner: { full_name, email, password },
    channels,
    language,
    userDefaults: foundersDefaults,
  })
  const color_scheme = themes[(form.get('theme') ?? 'auto') as keyof typeof themes] ?? themes.auto
  await org.transact(owner.id, (mutation) => changeSettings(mutation, [owner], { color_scheme }, ['color_scheme']))
  const session = await org.transact(owner.id, (mutation) =>
    startSession(mutation, owner.id, {
      userAgent: request.headers['user-agent'] ?? '',
      address: request.callerAddress,
    }),
  )
  const cookies = [cookieOf(session)]
  const invited = await invite(org, owner, form.get('invite') ?? '', language)
  if (!invited) return new Redirect('/', cookies)
  const { text, status } = htmlPage(language, setup.welcome(name), invited)
  return new HtmlPage(text, status, cookies)
}

/**
 * Sends email invitations, or shows a link to share if the server can't send email. Undefined if no address was
 * entered.
 */
async function invite(org: Organization, owner: Account, addresses: string, language: Language) {
  const texts = textsIn(language).setup
  if (addresses.trim() === '') return undefined
  const invitation = {
    invite_as: roles.member,
    stream_ids: [],
    group_ids: [],
    invite_expires_in_minutes: 10 * 1440,
    include_realm_default_subscriptions: true,
    notify_referrer_on_join: true,
  }
  const go = html`<a class="go" href="/">${texts.open}</a>`
  if (org.services.sendsMail) {
    const problem = await org
      .transact(owner.id, (mutation) => inviteByMail(mutation, addresses, invitation))
      .catch((error: unknown) => {
        if (error instanceof ApiError) return error
        throw error
      })
    if (!problem) return html`<p>${texts.invited}</p>${go}`
    return html`<p role="alert">${errorText(language, problem)}</p>${go}`
  }
  const link = await org.transact(owner.id, (mutation) => createLink(mutation, invitation))
  return html`<p>${texts.share}</p>
<p><input readonly aria-label="${texts.link}" dir="ltr" value="${link}"></p>${go}`
}

/** The page at the link that `npm start` prints. */
export function setup(app: FastifyInstance, runtime: Runtime, firstRun: FirstRun): void {
  const limits = new RateLimits(runtime.config)
  const sendsMail = runtime.config.smtpUrl !== undefined
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
      (await isOpen(request)) ? setupPage(languageOf(request), new Map(), sendsMail) : over(languageOf(request)),
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
      return (await isOpen(request)) ? setupPage(language, form, sendsMail, errorText(language, error)) : over(language)
    })
    return show(request, reply, page)
  })
}
