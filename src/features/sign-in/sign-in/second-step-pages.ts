import { ApiError } from '#contract'
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
import { keepCall } from '../../people/audit-log/actions.ts'
import { checkOpen } from '../../people/organization/actions.ts'
import { organizationCache } from '../../people/organization/cache.ts'
import type { Account } from '../../people/users/account.ts'
import { secondFactorWrong } from '../../people/users/sign-in-errors.ts'
import { newSetup, secondStepOf, secretOfSetup } from '../second-factors/access.ts'
import { enable, useCode } from '../second-factors/actions.ts'
import { enableSecondFactor } from '../second-factors/api.ts'
import { addressOf } from '../second-factors/one-time-code.ts'
import { hasPasskeys } from '../second-factors/passkeys/access.ts'
import { qrCodeOf } from '../second-factors/qr-code.ts'
import { issueToken, redeem } from './actions.ts'
import { alertOf, orErrorPage } from './error-page.ts'
import { passkeyStepPath } from './passkey-pages.ts'
import { type Receiver, receiverIn } from './receiver.ts'
import { letIn, receiverFields } from './receiver-pages.ts'
import { accountOfTicket, ticketFor } from './second-step.ts'
import { textsIn } from './texts.ts'

const codePath = '/accounts/login/second-factor'
const setupPath = `${codePath}/setup`
const donePath = `${codePath}/done`

/** After a password or an emailed link: asks for a code, starts its setup, or signs in. */
export async function afterFirstStep(ctx: OpenContext, account: Account, receiver: Receiver): Promise<PageAnswer> {
  const step = await secondStepOf(ctx, account)
  if (step === 'code') return codePage(ctx, account, receiver)
  if (step === 'setup') return setupPage(ctx, account, receiver, newSetup(ctx.org, account.id, ctx.server.now()))
  return letIn(ctx, account, receiver)
}

const codeField = (label: string): Html => html`<label for="code">${label}</label>
<input id="code" name="code" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" required maxlength="50" autofocus>`

async function codePage(ctx: OpenContext, account: Account, receiver: Receiver, problem?: ApiError): Promise<HtmlPage> {
  const { secondStep: t } = textsIn(ctx.language)
  const fields = html`<input type="hidden" name="ticket" value="${ticketFor(ctx, account)}">${receiverFields(receiver)}`
  const passkey = (await hasPasskeys(ctx, account))
    ? html`<form method="post" action="${passkeyStepPath}">${fields}
<button type="submit">${textsIn(ctx.language).passkey.instead}</button></form>`
    : html``
  const body = html`${alertOf(ctx, problem)}<p>${t.codeOfApp}</p>
<form method="post" action="${codePath}">${fields}${codeField(t.code)}
<p class="hint">${t.orRecovery}</p><button type="submit">${textsIn(ctx.language).signIn}</button></form>${passkey}`
  return htmlPage(ctx.language, t.title, body, problem?.status ?? 200)
}

const submitCode: FormHandler = (ctx, _params, form) =>
  orErrorPage(ctx, async () => {
    checkOpen(ctx.org)
    const receiver = receiverIn((name) => form.get(name))
    const account = accountOfTicket(ctx, form.get('ticket') ?? '')
    try {
      await useCode(ctx, account, (form.get('code') ?? '').slice(0, 50))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return codePage(ctx, account, receiver, error)
    }
    return letIn(ctx, account, receiver)
  })

interface Setup {
  readonly secret: string
  readonly setup_token: string
}

function setupPage(
  ctx: OpenContext,
  account: Account,
  receiver: Receiver,
  { secret, setup_token }: Setup,
  problem?: ApiError,
): HtmlPage {
  const { secondStep: t } = textsIn(ctx.language)
  const { name } = ctx.org.get(organizationCache)
  const uri = addressOf(secret, name, account.deliveryEmail)
  const { size, path } = qrCodeOf(uri)
  const fields = html`<input type="hidden" name="ticket" value="${ticketFor(ctx, account)}">
<input type="hidden" name="setup_token" value="${setup_token}">${receiverFields(receiver)}`
  const body = html`${alertOf(ctx, problem)}<p>${t.required(name)}</p><p>${t.scan}</p>
<svg role="img" aria-label="${t.picture}" viewBox="0 0 ${size} ${size}" width="240" height="240" shape-rendering="crispEdges">
<path fill="#fff" d="M0 0h${size}v${size}h-${size}z"/><path fill="#000" d="${path}"/></svg>
<p>${t.orType} <code>${secret.replace(/.{4}(?=.)/g, '$& ')}</code></p><p><a href="${uri}">${t.openApp}</a></p>
<form method="post" action="${setupPath}">${fields}${codeField(t.firstCode)}<button type="submit">${t.turnOn}</button></form>`
  return htmlPage(ctx.language, t.setUp, body, problem?.status ?? 200)
}

const submitSetup: FormHandler = (ctx, _params, form) =>
  orErrorPage(ctx, async () => {
    checkOpen(ctx.org)
    const receiver = receiverIn((name) => form.get(name))
    const account = accountOfTicket(ctx, form.get('ticket') ?? '')
    // it may have been set up since
    if ((await secondStepOf(ctx, account)) !== 'setup') return afterFirstStep(ctx, account, receiver)
    const setup_token = form.get('setup_token') ?? ''
    const secret = secretOfSetup(ctx.org, account.id, setup_token, ctx.server.now())
    try {
      const { codes, token } = await setUp(ctx, account, setup_token, (form.get('code') ?? '').slice(0, 50))
      return recoveryPage(ctx, codes, token, receiver)
    } catch (error) {
      if (!(error instanceof ApiError) || error.message !== secondFactorWrong.message) throw error
      return setupPage(ctx, account, receiver, { secret, setup_token }, error)
    }
  })

async function setUp({ org, request }: OpenContext, account: Account, setupToken: string, code: string) {
  let made = { codes: [] as string[], token: '' }
  await request.tryCode(`setup ${account.id}`, async () => {
    made = await org.transact(account.id, async (mutation) => {
      const codes = await enable(mutation, account, setupToken, code)
      const { address } = request
      await keepCall(mutation, { endpoint: enableSecondFactor, params: {}, address, client: 'website' })
      return { codes, token: await issueToken(mutation, account.id) }
    })
    return true
  })
  return made
}

/** The only page that shows the recovery codes. */
function recoveryPage(ctx: OpenContext, codes: readonly string[], token: string, receiver: Receiver): HtmlPage {
  const { secondStep: t } = textsIn(ctx.language)
  const list = codes.map((code) => html`<li><code>${code}</code></li>`)
  const body = html`<p>${t.recovery}</p><ol>${list}</ol>
<form method="post" action="${donePath}"><input type="hidden" name="token" value="${token}">${receiverFields(receiver)}
<button type="submit">${t.goOn}</button></form>`
  return htmlPage(ctx.language, t.recoveryTitle, body)
}

const submitDone: FormHandler = (ctx, _params, form) =>
  orErrorPage(ctx, async () => {
    checkOpen(ctx.org)
    const receiver = receiverIn((name) => form.get(name))
    const account = await ctx.transact((mutation) => redeem(mutation, form.get('token') ?? ''))
    return letIn(ctx, account, receiver)
  })

// without the form, nothing was proved yet
const signInAgain = () => new Redirect('/accounts/login')

export const secondStepPages: readonly Page[] = [
  formForAnyone(codePath, signInAgain, submitCode),
  formForAnyone(setupPath, signInAgain, submitSetup),
  formForAnyone(donePath, signInAgain, submitDone),
]
