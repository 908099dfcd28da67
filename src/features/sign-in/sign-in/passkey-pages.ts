import { ApiError } from '#contract'
import { type Html, html } from '#platform/html'
import { htmlPage } from '#platform/http'
import { type FormHandler, formForAnyone, type HtmlPage, type OpenContext, type Page, Redirect } from '#platform/serve'
import { checkOpen } from '../../people/organization/actions.ts'
import type { Account } from '../../people/users/account.ts'
import { orLogRefusal } from '../../people/users/refused-sign-in.ts'
import { accountOfAnswer, signInOptions } from '../second-factors/passkeys/actions.ts'
import { alertOf, orErrorPage } from './error-page.ts'
import { passkeyScript } from './passkey-script.ts'
import { type Receiver, receiverIn } from './receiver.ts'
import { letIn, receiverFields } from './receiver-pages.ts'
import { accountOfTicket, ticketFor } from './second-step.ts'
import { textsIn } from './texts.ts'

export const passkeyPath = '/accounts/login/passkey'
/** For users who have entered their password. */
export const passkeyStepPath = '/accounts/login/second-factor/passkey'

/** Passkeys require its script. */
async function signInPage(
  ctx: OpenContext,
  receiver: Receiver,
  account?: Account,
  problem?: ApiError,
): Promise<HtmlPage> {
  const { passkey: t } = textsIn(ctx.language)
  const options = JSON.stringify(await signInOptions(ctx, account))
  const ticket: Html = account ? html`<input type="hidden" name="ticket" value="${ticketFor(ctx, account)}">` : html``
  const body = html`${alertOf(ctx, problem)}<p>${t.what}</p><noscript><p role="alert">${t.needsScripts}</p></noscript>
<p id="problem" role="alert" hidden>${t.notShown}</p>
<form hidden method="post" action="${account ? passkeyStepPath : passkeyPath}" data-options="${options}">
${ticket}${receiverFields(receiver)}<input type="hidden" name="answer"><button type="submit" autofocus>${t.use}</button></form>
<p class="hint"><a href="/accounts/login">${t.otherWay}</a></p>`
  return htmlPage(ctx.language, t.title, body, problem?.status ?? 200, passkeyScript)
}

/** Asks for a passkey; an invalid response shows an error and asks again. */
async function answered(ctx: OpenContext, form: ReadonlyMap<string, string>, account?: Account) {
  const receiver = receiverIn((name) => form.get(name))
  const answer = form.get('answer') ?? ''
  if (answer === '') return signInPage(ctx, receiver, account)
  try {
    // with user verification, a passkey is both factors at once
    const owner = await orLogRefusal(ctx, { method: 'passkey', account }, () => accountOfAnswer(ctx, answer, account))
    return await letIn(ctx, owner, receiver)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return signInPage(ctx, receiver, account, error)
  }
}

const showPasskey = (ctx: OpenContext, _params: object, query: URLSearchParams) =>
  orErrorPage(ctx, async () => {
    checkOpen(ctx.org)
    return signInPage(
      ctx,
      receiverIn((name) => query.get(name)),
    )
  })

const submitPasskey: FormHandler = (ctx, _params, form) =>
  orErrorPage(ctx, async () => {
    checkOpen(ctx.org)
    return answered(ctx, form)
  })

const submitStep: FormHandler = (ctx, _params, form) =>
  orErrorPage(ctx, async () => {
    checkOpen(ctx.org)
    return answered(ctx, form, accountOfTicket(ctx, form.get('ticket') ?? ''))
  })

export const passkeyPages: readonly Page[] = [
  formForAnyone(passkeyPath, showPasskey, submitPasskey),
  formForAnyone(passkeyStepPath, () => new Redirect('/accounts/login'), submitStep),
]
