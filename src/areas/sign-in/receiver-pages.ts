import { html } from '#platform/html'
import { htmlPage } from '#platform/http'
import { HtmlPage, type OpenContext, type PageAnswer, Redirect } from '#platform/serve'
import { organizationMirror } from '../organization/mirror.ts'
import { beginningIn, startSession } from '../sessions/actions.ts'
import { cookieOf } from '../sessions/cookie.ts'
import type { Account } from '../users/account.ts'
import { issueToken } from './actions.ts'
import { noCookie } from './attempt-cookie.ts'
import { padded, type Receiver, sealedFor } from './receiver.ts'

/** Where the page is that shows the API key. */
export const keyPath = '/accounts/api_key'

/** compat: the address that mobile programs listen to. The key in it is under a pad that nobody else has. */
function mobileAddress({ org, server }: OpenContext, account: Account, pad: string): string {
  const query = new URLSearchParams({
    realm: server.organizationUrl(org.get(organizationMirror).subdomain),
    email: account.deliveryEmail,
    user_id: String(account.id),
    otp_encrypted_api_key: padded(account.apiKey, pad),
  })
  return `zulip://login?${query}`
}

/** What somebody gets who has signed in; `direct`, when no form was sent, whose answer cannot lead out of the browser. */
export async function signedIn(
  ctx: OpenContext,
  account: Account,
  receiver: Receiver,
  direct: boolean,
): Promise<PageAnswer> {
  const { name } = ctx.org.get(organizationMirror)
  if (receiver.kind === 'mobile') {
    const address = mobileAddress(ctx, account, receiver.pad)
    if (direct) return new Redirect(address, [noCookie])
    const body = html`<p>You are signed in to ${name} as ${account.fullName}.</p><p><a href="${address}">Back to the app</a></p>`
    return htmlPage('Signed in', body)
  }
  if (receiver.kind === 'browser') {
    const session = await ctx.write((act) => startSession(act, account.id, beginningIn(ctx)))
    return new Redirect(`/${receiver.next}`, [noCookie, cookieOf(session)])
  }
  const token = await ctx.write((act) => issueToken(act, account.id))
  if (receiver.kind === 'desktop')
    return clearing(
      htmlPage(
        'Signed in',
        html`<p>You are signed in to ${name} as ${account.fullName}.</p>
<p>Copy this into the program that brought you here, and into nothing else. It works once, in the next five minutes.</p>
<label for="token">For the program</label>
<input id="token" readonly value="${sealedFor(token, receiver.pad)}">`,
      ),
    )
  return clearing(
    htmlPage(
      'Signed in',
      html`<p>You are signed in to ${name} as ${account.fullName} (${account.deliveryEmail}).</p>
<p>A program that knows no other way wants your API key. Whoever has the key can do everything that you can.</p>
<form method="post" action="${keyPath}"><input type="hidden" name="token" value="${token}">
<button type="submit">Show my API key</button></form>`,
    ),
  )
}

const clearing = ({ text, status }: HtmlPage): HtmlPage => new HtmlPage(text, status, [noCookie])

/** For whoever has pressed the button. */
export const keyPage = ({ org, server }: OpenContext, account: Account): HtmlPage =>
  htmlPage(
    'Your API key',
    html`<dl><dt>Address</dt><dd>${server.organizationUrl(org.get(organizationMirror).subdomain)}</dd>
<dt>E-mail</dt><dd>${account.deliveryEmail}</dd><dt>API key</dt><dd><code>${account.apiKey}</code></dd></dl>
<p>Keep it as you keep a password.</p>`,
  )
