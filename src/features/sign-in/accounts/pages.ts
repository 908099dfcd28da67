import { ApiError, reason, type z } from '#contract'
import { type Html, html } from '#platform/html'
import { htmlPage } from '#platform/http'
import {
  type FormHandler,
  formForAnyone,
  type HtmlPage,
  type OpenContext,
  type Page,
  type PageAnswer,
  Redirect,
} from '#platform/serve'
import { errorText } from '../../people/languages/error-text.ts'
import { type Field, fieldError } from '../../people/languages/field-problem.ts'
import { checkOpen } from '../../people/organization/actions.ts'
import { organizationCache } from '../../people/organization/cache.ts'
import { isOpenToAnyone, passwordsOn, signUpPath } from '../../people/organization/sign-in-methods.ts'
import { joiningPaused } from '../../people/restrictions/lockdown/errors.ts'
import { checkPasswordsOn } from '../../people/users/access/password.ts'
import type { Account } from '../../people/users/account.ts'
import { emailAddress, fullName, newPassword } from '../../people/users/input.ts'
import { beginningIn, startSession } from '../sessions/actions.ts'
import { cookieOf } from '../sessions/cookie.ts'
import { type AddressChange, addressChangeOf, stoppedAccountOf } from './actions/address-change.ts'
import {
  applyByLink,
  believesAddresses,
  confirmAddress,
  confirmAddressChange,
  lookAt,
  mailPasswordReset,
  register,
  registerBelieved,
  setPassword,
  stopAddressChange,
} from './actions/index.ts'
import { type Offer, offerOf } from './actions/join.ts'
import { accountOf } from './actions/password-reset.ts'
import { invitationNeeded, tooManyJoins } from './api.ts'
import { answersIn, approvalNote, questionFields } from './application-fields.ts'
import { needsApproval, questionsFor } from './applications/access.ts'
import { firstView } from './first-view.ts'
import { checkCanJoin } from './join-limit/access.ts'
import { nextField, nextParameter, nextQuery, nextView } from './next-view.ts'
import { newPasswordField } from './password-field.ts'
import { passwordScript } from './password-script.ts'
import { providerLinks } from './provider-links.ts'
import { acceptedIn, rulesField, rulesLink } from './rules-field.ts'
import { textsIn } from './texts.ts'
import { browserTimeZone, timeZoneField, timeZoneScript } from './time-zone-field.ts'

type Values = ReadonlyMap<string, string>
type InLanguage = Pick<OpenContext, 'language'>

const texts = ({ language }: InLanguage) => textsIn(language)
const none: Values = new Map()

export const statusFor = (message: string | undefined): number => (message === undefined ? 200 : 400)

const problem = (message: string | undefined): Html =>
  message === undefined ? html`` : html`<p role="alert">${message}</p>`

export const form = (fields: Html, button: string, message?: string): Html =>
  html`${problem(message)}<form method="post">${fields}<button type="submit">${button}</button></form>`

const focused = (isFirst: boolean): Html => (isFirst ? html` autofocus` : html``)

const nameField = (ctx: InLanguage, values: Values, isFirst: boolean): Html =>
  html`<label for="full_name">${texts(ctx).fields.name}</label>
<input id="full_name" name="full_name" autocomplete="name" required maxlength="100" value="${values.get('full_name') ?? ''}"${focused(isFirst)}>`

const emailField = (ctx: InLanguage, values: Values): Html =>
  html`<label for="email">${texts(ctx).fields.email}</label>
<input id="email" name="email" type="email" autocomplete="email" required value="${values.get('email') ?? ''}"${focused(!values.has('email'))}>`

/** Only the next view is taken from the query; other fields can't be prefilled. */
const nextAlone = (query: URLSearchParams): Values => new Map([[nextParameter, query.get(nextParameter) ?? '']])
const nextPairs = (next: string): [name: string, value: string][] => (next ? [[nextParameter, next]] : [])

const groupField = (id: number): string => `channel_group_${id}`

function groupFields(ctx: InLanguage, groups: Offer['groups'], values: Values): Html {
  if (groups.length === 0) return html``
  const boxes = groups.map(({ id, name, description }) => {
    const field = groupField(id)
    const checked = values.has(field) ? html` checked` : html``
    const hint = description === '' ? html`` : html`<p class="hint" id="${field}-hint">${description}</p>`
    const described = description === '' ? html`` : html` aria-describedby="${field}-hint"`
    return html`<label class="choice"><input type="checkbox" name="${field}" value="yes"${checked}${described}> ${name}</label>
${hint}`
  })
  return html`<fieldset><legend>${texts(ctx).fields.channelGroups}</legend>${boxes}</fieldset>`
}

export const organizationOf = ({ org }: OpenContext): string => org.get(organizationCache).name

function joinPage(ctx: OpenContext, key: string, offer: Offer, values: Values, message?: string): HtmlPage {
  const { groups } = offer
  const next = nextView(values.get(nextParameter))
  const { email } = offer.admission
  const isBelieved = believesAddresses(ctx.org, offer)
  const { join } = texts(ctx)
  const needsMail = email === null && !isBelieved
  const isApplication = needsApproval(ctx.org, offer.admission.invitation)
  if (isApplication) checkPasswordsOn(ctx.org)
  const names = [organizationOf(ctx), ...(email === null ? [] : [email])]
  const address =
    email === null ? emailField(ctx, values) : html`<p>${join.ownAddress} <strong dir="ltr">${email}</strong></p>`
  const fields = needsMail
    ? html`<p>${join.addressFirst}</p>${address}${rulesLink(ctx)}`
    : html`${address}${nameField(ctx, values, email !== null && !values.has('full_name'))}${newPasswordField(ctx.language, 'password', texts(ctx).fields.newPassword, names)}${groupFields(ctx, groups, values)}${questionFields(questionsFor(ctx.org, offer.admission.invitation), values)}${rulesField(ctx, values)}${timeZoneField}`
  const cannotProve = needsMail && !ctx.org.services.sendsMail
  const byPassword = !passwordsOn(ctx.org)
    ? problem(message)
    : cannotProve
      ? html`<p>${join.noMail(organizationOf(ctx))}</p>`
      : form(
          html`${nextField(next)}${fields}`,
          needsMail ? join.sendLink : isApplication ? join.apply : join.make,
          message,
        )
  const body = isApplication
    ? html`${approvalNote(ctx)}${byPassword}`
    : html`${providerLinks(ctx, signUpPath, [['key', key], ...nextPairs(next)])}${byPassword}`
  return htmlPage(
    ctx.language,
    join.title(organizationOf(ctx)),
    body,
    statusFor(message),
    passwordScript + timeZoneScript,
  )
}

export const done = ({ language }: InLanguage, title: string, text: string): HtmlPage =>
  htmlPage(language, title, html`<p>${text}</p>`)

/** For what the visitor can't do, although it isn't their mistake. */
export const closed = ({ language }: InLanguage, title: string, text: string): HtmlPage =>
  htmlPage(language, title, html`<p>${text}</p>`, 400)

/** Parses a form field with its endpoint's schema; throws an error that names the field. */
function value<T>({ language }: InLanguage, values: Values, name: string, field: Field, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(values.get(name) ?? '')
  if (!parsed.success) throw new ApiError(400, 'BAD_REQUEST', fieldError(language, field, reason(parsed.error)))
  return parsed.data
}

/** Shows errors as a page instead of JSON. */
export async function orErrorPage(
  { language }: InLanguage,
  page: () => Promise<PageAnswer>,
  refused: (message: string, error: ApiError) => HtmlPage,
): Promise<PageAnswer> {
  try {
    return await page()
  } catch (error) {
    if (!(error instanceof ApiError) || ![400, 401].includes(error.status)) throw error
    return refused(errorText(language, error), error)
  }
}

const invalid =
  (ctx: InLanguage) =>
  (message: string): HtmlPage =>
    htmlPage(ctx.language, texts(ctx).wrong, problem(message), 400)

const closedCodes: readonly string[] = [joiningPaused.code, tooManyJoins.code]

/** Paused joining isn't the visitor's mistake, so it gets the join page's title. */
const joinError =
  (ctx: OpenContext) =>
  (message: string, error: ApiError): HtmlPage =>
    closedCodes.includes(error.code)
      ? closed(ctx, texts(ctx).join.title(organizationOf(ctx)), message)
      : invalid(ctx)(message)

type Params = Readonly<Record<string, string>>

const showJoin = (ctx: OpenContext, { key = '' }: Params, query: URLSearchParams): Promise<PageAnswer> =>
  orErrorPage(
    ctx,
    async () => joinPage(ctx, key, await lookAt(ctx, (reader) => offerOf(reader, key)), nextAlone(query)),
    joinError(ctx),
  )

const submitJoin: FormHandler = (ctx, { key = '' }, values) =>
  orErrorPage(
    ctx,
    async () => {
      const offer = await lookAt(ctx, (reader) => offerOf(reader, key))
      const next = nextView(values.get(nextParameter))
      return orErrorPage(
        ctx,
        async () => {
          const isBelieved = believesAddresses(ctx.org, offer)
          const email = offer.admission.email ?? value(ctx, values, 'email', 'email', emailAddress)
          if (offer.admission.email === null && !isBelieved) {
            if (!ctx.org.services.sendsMail) return joinPage(ctx, key, offer, values)
            await ctx.transact((mutation) => confirmAddress(mutation, email, key, ctx.language, next))
            return done(ctx, texts(ctx).sent.title, texts(ctx).sent.link(email))
          }
          const full_name = value(ctx, values, 'full_name', 'name', fullName)
          const password = value(ctx, values, 'password', 'password', newPassword)
          const channelGroupIds = offer.groups.map(({ id }) => id).filter((id) => values.has(groupField(id)))
          const person = {
            ...{ full_name, password, timezone: browserTimeZone(values), channelGroupIds },
            acceptedRules: acceptedIn(values),
          }
          const { invitation } = offer.admission
          if (needsApproval(ctx.org, invitation)) {
            const answers = answersIn(values, questionsFor(ctx.org, invitation).length)
            const application = { key, ...person, answers }
            if (!(await applyByLink(ctx, application, isBelieved ? email : undefined)))
              throw new ApiError(400, 'BAD_REQUEST', texts(ctx).join.isTaken)
            const { title, text, noMail } = texts(ctx).applied
            return done(ctx, title, isBelieved ? noMail(organizationOf(ctx)) : text(organizationOf(ctx), email))
          }
          const account = isBelieved
            ? await registerBelieved(ctx, email, { key, ...person })
            : await register(ctx, { key, ...person })
          if (!account) throw new ApiError(400, 'BAD_REQUEST', texts(ctx).join.isTaken)
          const session = await ctx.transact((mutation) => startSession(mutation, account.id, beginningIn(ctx)))
          return new Redirect(next ? `/${next}` : await ctx.read((tx) => firstView(tx, ctx.org, account)), [
            cookieOf(session),
          ])
        },
        (message) => joinPage(ctx, key, offer, values, message),
      )
    },
    joinError(ctx),
  )

function signUpPage(ctx: OpenContext, values = none, message?: string): HtmlPage {
  checkOpen(ctx.org)
  if (!isOpenToAnyone(ctx.server.config, ctx.org)) throw invitationNeeded()
  checkCanJoin(ctx.org, undefined)
  const isApplication = needsApproval(ctx.org, undefined)
  if (isApplication) checkPasswordsOn(ctx.org)
  const byMail = passwordsOn(ctx.org) && ctx.org.services.sendsMail
  const { join } = texts(ctx)
  const next = nextView(values.get(nextParameter))
  const fields = html`${nextField(next)}<p>${join.addressFirst}</p>${emailField(ctx, values)}${rulesLink(ctx)}`
  const alternatives = isApplication ? approvalNote(ctx) : providerLinks(ctx, signUpPath, nextPairs(next))
  const cannotApply = isApplication && !byMail ? html`<p>${join.noMail(organizationOf(ctx))}</p>` : html``
  const body = html`${alternatives}${byMail ? form(fields, join.sendLink, message) : problem(message)}${cannotApply}
<p class="hint"><a href="/accounts/login${nextQuery(next)}">${join.haveAccount}</a></p>`
  return htmlPage(ctx.language, join.title(organizationOf(ctx)), body, statusFor(message))
}

const submitSignUp: FormHandler = (ctx, _params, values) =>
  orErrorPage(
    ctx,
    async () => {
      signUpPage(ctx)
      return orErrorPage(
        ctx,
        async () => {
          const email = value(ctx, values, 'email', 'email', emailAddress)
          const next = nextView(values.get(nextParameter))
          await ctx.transact((mutation) => confirmAddress(mutation, email, undefined, ctx.language, next))
          return done(ctx, texts(ctx).sent.title, texts(ctx).sent.link(email))
        },
        (message) => signUpPage(ctx, values, message),
      )
    },
    joinError(ctx),
  )

function forgotten(ctx: OpenContext, values = none, message?: string): HtmlPage {
  const { title, button, noMail } = texts(ctx).forgotten
  if (!ctx.org.services.sendsMail && message === undefined) return done(ctx, title, noMail(organizationOf(ctx)))
  return htmlPage(ctx.language, title, form(emailField(ctx, values), button, message), statusFor(message))
}

const submitForgotten: FormHandler = (ctx, _params, values) =>
  orErrorPage(
    ctx,
    async () => {
      checkPasswordsOn(ctx.org)
      if (!ctx.org.services.sendsMail) return forgotten(ctx)
      const email = value(ctx, values, 'email', 'email', emailAddress)
      await ctx.transact((mutation) => mailPasswordReset(mutation, email))
      return done(ctx, texts(ctx).sent.title, texts(ctx).sent.reset(email))
    },
    (message) => forgotten(ctx, values, message),
  )

function resetPage(ctx: OpenContext, { fullName, deliveryEmail }: Account, message?: string): HtmlPage {
  const { title, button } = texts(ctx).reset
  const names = [organizationOf(ctx), fullName, deliveryEmail]
  const field = newPasswordField(ctx.language, 'new_password', texts(ctx).fields.newPassword, names)
  return htmlPage(ctx.language, title, form(field, button, message), statusFor(message), passwordScript)
}

const showReset = (ctx: OpenContext, { key = '' }: Readonly<Record<string, string>>): Promise<PageAnswer> =>
  orErrorPage(ctx, async () => resetPage(ctx, await lookAt(ctx, (reader) => accountOf(reader, key))), invalid(ctx))

const submitReset: FormHandler = (ctx, { key = '' }, values) =>
  orErrorPage(
    ctx,
    async () => {
      const account = await lookAt(ctx, (reader) => accountOf(reader, key))
      return orErrorPage(
        ctx,
        async () => {
          await setPassword(ctx, key, value(ctx, values, 'new_password', 'password', newPassword))
          return done(ctx, texts(ctx).done, texts(ctx).reset.done)
        },
        (message) => resetPage(ctx, account, message),
      )
    },
    invalid(ctx),
  )

function addressPage(ctx: InLanguage, { account, email }: AddressChange, message?: string): HtmlPage {
  const { title, change, use } = texts(ctx).address
  const text = html`<p>${change(account.fullName, account.deliveryEmail, email)}</p>`
  return htmlPage(ctx.language, title, form(text, use, message), statusFor(message))
}

const showAddress = (ctx: OpenContext, { key = '' }: Readonly<Record<string, string>>): Promise<PageAnswer> =>
  orErrorPage(
    ctx,
    async () => addressPage(ctx, await lookAt(ctx, (reader) => addressChangeOf(reader, key))),
    invalid(ctx),
  )

// a button, because mail scanners follow links
const submitAddress: FormHandler = (ctx, { key = '' }) =>
  orErrorPage(
    ctx,
    async () => {
      const change = await lookAt(ctx, (reader) => addressChangeOf(reader, key))
      return orErrorPage(
        ctx,
        async () => {
          await ctx.transact((mutation) => confirmAddressChange(mutation, key))
          return done(ctx, texts(ctx).done, texts(ctx).address.changed(organizationOf(ctx), change.email))
        },
        (message) => addressPage(ctx, change, message),
      )
    },
    invalid(ctx),
  )

const showStop = (ctx: OpenContext, { key = '' }: Readonly<Record<string, string>>): Promise<PageAnswer> =>
  orErrorPage(
    ctx,
    async () => {
      const { fullName, deliveryEmail } = await lookAt(ctx, (reader) => stoppedAccountOf(reader, key))
      const { stopTitle, keep, stop } = texts(ctx).address
      const text = html`<p>${keep(deliveryEmail, fullName)}</p>`
      return htmlPage(ctx.language, stopTitle, form(text, stop))
    },
    invalid(ctx),
  )

const submitStop: FormHandler = (ctx, { key = '' }) =>
  orErrorPage(
    ctx,
    async () => {
      await ctx.transact((mutation) => stopAddressChange(mutation, key))
      return done(ctx, texts(ctx).address.stopped, texts(ctx).address.stoppedText)
    },
    invalid(ctx),
  )

export const accountPages: readonly Page[] = [
  formForAnyone('/join/:key', showJoin, submitJoin),
  formForAnyone(
    '/accounts/register',
    (ctx, _params, query) => orErrorPage(ctx, async () => signUpPage(ctx, nextAlone(query)), joinError(ctx)),
    submitSignUp,
  ),
  formForAnyone(
    '/accounts/password/reset',
    (ctx) =>
      orErrorPage(
        ctx,
        async () => {
          checkPasswordsOn(ctx.org)
          return forgotten(ctx)
        },
        invalid(ctx),
      ),
    submitForgotten,
  ),
  formForAnyone('/accounts/password/reset/:key', showReset, submitReset),
  formForAnyone('/accounts/email/:key', showAddress, submitAddress),
  formForAnyone('/accounts/email/stop/:key', showStop, submitStop),
]
