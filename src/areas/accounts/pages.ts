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
import { organizationMirror } from '../organization/mirror.ts'
import { registerConstants } from '../organization/register-constants.ts'
import { passwordsOn, signUpPath } from '../organization/sign-in-methods.ts'
import { beginningIn, startSession } from '../sessions/actions.ts'
import { cookieOf } from '../sessions/cookie.ts'
import { checkPasswordsOn } from '../users/access/password.ts'
import { emailAddress, fullName, newPassword } from '../users/input.ts'
import { type AddressChange, addressChangeOf, stoppedAccountOf } from './actions/address-change.ts'
import {
  believeAddress,
  believesAddresses,
  confirmAddress,
  confirmAddressChange,
  lookAt,
  mailPasswordReset,
  register,
  setPassword,
  stopAddressChange,
} from './actions/index.ts'
import { type Offer, offerOf } from './actions/join.ts'
import { accountOf } from './actions/password-reset.ts'
import { providerLinks } from './provider-links.ts'

const { password_min_length, password_max_length } = registerConstants

type Values = ReadonlyMap<string, string>
const none: Values = new Map()

const problem = (message: string | undefined): Html =>
  message === undefined ? html`` : html`<p role="alert">${message}</p>`

const form = (fields: Html, button: string, message?: string): Html =>
  html`${problem(message)}<form method="post">${fields}<button type="submit">${button}</button></form>`

const nameField = (values: Values): Html =>
  html`<label for="full_name">Your name</label>
<input id="full_name" name="full_name" autocomplete="name" required maxlength="100" value="${values.get('full_name') ?? ''}">`

const emailField = (values: Values): Html =>
  html`<label for="email">E-mail address</label>
<input id="email" name="email" type="email" autocomplete="email" required value="${values.get('email') ?? ''}">`

const passwordField = (name: string): Html =>
  html`<label for="${name}">New password</label>
<input id="${name}" name="${name}" type="password" autocomplete="new-password" required minlength="${password_min_length}" maxlength="${password_max_length}" aria-describedby="${name}-hint">
<p class="hint" id="${name}-hint">At least ${password_min_length} characters.</p>`

const groupField = (id: number): string => `channel_group_${id}`

/** Which of the groups of channels that are offered somebody wants to begin in. */
function groupFields(groups: Offer['groups'], values: Values): Html {
  if (groups.length === 0) return html``
  const boxes = groups.map(({ id, name, description }) => {
    const field = groupField(id)
    const checked = values.has(field) ? html` checked` : html``
    const hint = description === '' ? html`` : html`<p class="hint" id="${field}-hint">${description}</p>`
    const described = description === '' ? html`` : html` aria-describedby="${field}-hint"`
    return html`<label class="choice"><input type="checkbox" name="${field}" value="yes"${checked}${described}> ${name}</label>
${hint}`
  })
  return html`<fieldset><legend>Channels to begin in</legend>${boxes}</fieldset>`
}

const organizationOf = ({ org }: OpenContext): string => org.get(organizationMirror).name

function joinPage(ctx: OpenContext, key: string, offer: Offer, values = none, message?: string): HtmlPage {
  const { groups } = offer
  const { email } = offer.admission
  const isBelieved = believesAddresses(ctx.org, offer)
  const first = isBelieved ? 'You sign in with your address.' : 'Your address comes first: you will be sent a link.'
  const fields =
    email === null
      ? html`<p>${first}</p>${emailField(values)}`
      : html`<p>Your address: <strong>${email}</strong></p>${nameField(values)}${passwordField('password')}${groupFields(groups, values)}`
  const byPassword = passwordsOn(ctx.org)
    ? form(fields, email !== null ? 'Make my account' : isBelieved ? 'Go on' : 'Send me the link', message)
    : problem(message)
  const body = html`${providerLinks(ctx, signUpPath, [['key', key]])}${byPassword}`
  return htmlPage(`Join ${organizationOf(ctx)}`, body, message === undefined ? 200 : 400)
}

const done = (title: string, text: string): HtmlPage => htmlPage(title, html`<p>${text}</p>`)

/** What a form says for a field, as its endpoint would take it; throws a sentence about it. */
function value<T>(values: Values, name: string, label: string, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(values.get(name) ?? '')
  if (!parsed.success) throw new ApiError(400, 'BAD_REQUEST', `${label} ${reason(parsed.error)}.`)
  return parsed.data
}

/** A page that says what is wrong, instead of an answer for programs. */
async function orProblem(page: () => Promise<PageAnswer>, refused: (message: string) => HtmlPage): Promise<PageAnswer> {
  try {
    return await page()
  } catch (error) {
    if (!(error instanceof ApiError) || ![400, 401].includes(error.status)) throw error
    return refused(error.message)
  }
}

const invalid = (message: string): HtmlPage => htmlPage('This does not work', problem(message), 400)

const showJoin = (ctx: OpenContext, { key = '' }: Readonly<Record<string, string>>): Promise<PageAnswer> =>
  orProblem(async () => joinPage(ctx, key, await lookAt(ctx, (reader) => offerOf(reader, key))), invalid)

const submitJoin: FormHandler = (ctx, { key = '' }, values) =>
  orProblem(async () => {
    const offer = await lookAt(ctx, (reader) => offerOf(reader, key))
    return orProblem(
      async () => {
        if (offer.admission.email === null) {
          const email = value(values, 'email', 'The address', emailAddress)
          if (believesAddresses(ctx.org, offer)) {
            const admitted = await ctx.write((act) => believeAddress(act, email, key))
            if (admitted === undefined) throw new ApiError(400, 'BAD_REQUEST', 'There is an account with this address.')
            return new Redirect(`/join/${admitted}`)
          }
          await ctx.write((act) => confirmAddress(act, email, key))
          return done('Look into your mail', `A link was sent to ${email}. It works for a day.`)
        }
        const full_name = value(values, 'full_name', 'The name', fullName)
        const password = value(values, 'password', 'The password', newPassword)
        const channelGroupIds = offer.groups.map(({ id }) => id).filter((id) => values.has(groupField(id)))
        const account = await register(ctx, { key, full_name, password, timezone: '', channelGroupIds })
        const session = await ctx.write((act) => startSession(act, account.id, beginningIn(ctx)))
        return new Redirect('/', [cookieOf(session)])
      },
      (message) => joinPage(ctx, key, offer, values, message),
    )
  }, invalid)

const forgotten = (values = none, message?: string): HtmlPage =>
  htmlPage('Forgotten password', form(emailField(values), 'Send me a link', message), message === undefined ? 200 : 400)

const submitForgotten: FormHandler = (ctx, _params, values) =>
  orProblem(
    async () => {
      const email = value(values, 'email', 'The address', emailAddress)
      await ctx.write((act) => mailPasswordReset(act, email))
      return done(
        'Look into your mail',
        `If ${email} has an account here, a link was sent to it. It works for an hour.`,
      )
    },
    (message) => forgotten(values, message),
  )

const resetPage = (message?: string): HtmlPage =>
  htmlPage(
    'New password',
    form(passwordField('new_password'), 'Set the password', message),
    message === undefined ? 200 : 400,
  )

const showReset = (ctx: OpenContext, { key = '' }: Readonly<Record<string, string>>): Promise<PageAnswer> =>
  orProblem(async () => {
    await lookAt(ctx, (reader) => accountOf(reader, key))
    return resetPage()
  }, invalid)

const submitReset: FormHandler = (ctx, { key = '' }, values) =>
  orProblem(async () => {
    await lookAt(ctx, (reader) => accountOf(reader, key))
    return orProblem(async () => {
      await setPassword(ctx, key, value(values, 'new_password', 'The password', newPassword))
      return done('Done', 'The new password is set. Sign in with it wherever you use your account.')
    }, resetPage)
  }, invalid)

const addressPage = ({ account, email }: AddressChange, message?: string): HtmlPage =>
  htmlPage(
    'Your new address',
    form(
      html`<p>The address of ${account.fullName} becomes <strong>${email}</strong>, in place of ${account.deliveryEmail}.</p>`,
      'Use this address',
      message,
    ),
    message === undefined ? 200 : 400,
  )

const showAddress = (ctx: OpenContext, { key = '' }: Readonly<Record<string, string>>): Promise<PageAnswer> =>
  orProblem(async () => addressPage(await lookAt(ctx, (reader) => addressChangeOf(reader, key))), invalid)

// a button, because programs that look for dangerous mail follow links by themselves
const submitAddress: FormHandler = (ctx, { key = '' }) =>
  orProblem(async () => {
    const change = await lookAt(ctx, (reader) => addressChangeOf(reader, key))
    return orProblem(
      async () => {
        await ctx.write((act) => confirmAddressChange(act, key))
        return done(
          'Done',
          `Your address in ${organizationOf(ctx)} is ${change.email} now. Sign in with it from now on.`,
        )
      },
      (message) => addressPage(change, message),
    )
  }, invalid)

const showStop = (ctx: OpenContext, { key = '' }: Readonly<Record<string, string>>): Promise<PageAnswer> =>
  orProblem(async () => {
    const { fullName, deliveryEmail } = await lookAt(ctx, (reader) => stoppedAccountOf(reader, key))
    const text = html`<p>The address of ${fullName} stays <strong>${deliveryEmail}</strong>.</p>`
    return htmlPage('Stop the change of your address', form(text, 'Stop the change'))
  }, invalid)

const submitStop: FormHandler = (ctx, { key = '' }) =>
  orProblem(async () => {
    await ctx.write((act) => stopAddressChange(act, key))
    return done(
      'Stopped',
      'Your address stays as it is. If you did not ask for another one, set a new password and a new API key now.',
    )
  }, invalid)

export const accountPages: readonly Page[] = [
  formForAnyone('/join/:key', showJoin, submitJoin),
  formForAnyone(
    '/accounts/password/reset',
    (ctx) =>
      orProblem(async () => {
        checkPasswordsOn(ctx.org)
        return forgotten()
      }, invalid),
    submitForgotten,
  ),
  formForAnyone('/accounts/password/reset/:key', showReset, submitReset),
  formForAnyone('/accounts/email/:key', showAddress, submitAddress),
  formForAnyone('/accounts/email/stop/:key', showStop, submitStop),
]
