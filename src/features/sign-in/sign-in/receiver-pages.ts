import { type Html, html } from '#platform/html'
import { htmlPage } from '#platform/http'
import { HtmlPage, type OpenContext, type PageAnswer, Redirect } from '#platform/serve'
import { organizationCache } from '../../people/organization/cache.ts'
import type { Account } from '../../people/users/account.ts'
import { noteSignIn } from '../../people/users/actions/signed-in.ts'
import { beginningIn, startSession } from '../sessions/actions.ts'
import { cookieOf } from '../sessions/cookie.ts'
import { issueToken } from './actions.ts'
import { noCookie } from './attempt-cookie.ts'
import { padded, parameterOf, type Receiver, sealedFor } from './receiver.ts'
import { textsIn } from './texts.ts'

export const keyPath = '/accounts/api_key'

/** compat: the URL that mobile apps listen for. The API key in it is encrypted with the app's one-time pad. */
function mobileAddress({ org, server }: OpenContext, account: Account, pad: string): string {
  const query = new URLSearchParams({
    realm: server.organizationUrl(org.get(organizationCache).subdomain),
    email: account.deliveryEmail,
    user_id: String(account.id),
    otp_encrypted_api_key: padded(account.apiKey, pad),
  })
  return `zulip://login?${query}`
}

export const receiverFields = (receiver: Receiver): readonly Html[] =>
  parameterOf(receiver).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)

/** For users who proved their identity by a form. */
export async function letIn(ctx: OpenContext, account: Account, receiver: Receiver): Promise<PageAnswer> {
  await noteSignIn(ctx, account)
  return signedIn(ctx, account, receiver, false)
}

/** `direct` if no form was sent: browsers don't let a form's response redirect to other programs. */
export async function signedIn(
  ctx: OpenContext,
  account: Account,
  receiver: Receiver,
  direct: boolean,
): Promise<PageAnswer> {
  const { name } = ctx.org.get(organizationCache)
  const { language } = ctx
  const texts = textsIn(language)
  if (receiver.kind === 'mobile') {
    const address = mobileAddress(ctx, account, receiver.pad)
    if (direct) return new Redirect(address, [noCookie])
    const body = html`<p>${texts.youAre(name, account.fullName)}</p><p><a href="${address}">${texts.backToApp}</a></p>`
    return htmlPage(language, texts.signedIn, body)
  }
  if (receiver.kind === 'browser') {
    const session = await ctx.transact((mutation) => startSession(mutation, account.id, beginningIn(ctx)))
    return new Redirect(`/${receiver.next}`, [noCookie, cookieOf(session)])
  }
  const token = await ctx.transact((mutation) => issueToken(mutation, account.id))
  if (receiver.kind === 'desktop')
    return clearing(
      htmlPage(
        language,
        texts.signedIn,
        html`<p>${texts.youAre(name, account.fullName)}</p>
<p>${texts.copy}</p>
<label for="token">${texts.forProgram}</label>
<input id="token" readonly value="${sealedFor(token, receiver.pad)}">`,
      ),
    )
  return clearing(
    htmlPage(
      language,
      texts.signedIn,
      html`<p>${texts.youAre(name, `${account.fullName} (${account.deliveryEmail})`)}</p>
<p>${texts.wantsKey}</p>
<form method="post" action="${keyPath}"><input type="hidden" name="token" value="${token}">
<button type="submit">${texts.showKey}</button></form>`,
    ),
  )
}

const clearing = ({ text, status }: HtmlPage): HtmlPage => new HtmlPage(text, status, [noCookie])

/** After the button is pressed. */
export function keyPage({ org, server, language }: OpenContext, account: Account): HtmlPage {
  const { key } = textsIn(language)
  return htmlPage(
    language,
    key.title,
    html`<dl><dt>${key.address}</dt><dd>${server.organizationUrl(org.get(organizationCache).subdomain)}</dd>
<dt>${key.email}</dt><dd>${account.deliveryEmail}</dd><dt>${key.key}</dt><dd><code>${account.apiKey}</code></dd></dl>
<p>${key.keep}</p>`,
  )
}
