import type { ChannelId, Scope } from '#contract'
import { type Html, html } from '#platform/html'
import { htmlPage } from '#platform/http'
import type { Language } from '#platform/languages'
import { HtmlPage } from '#platform/serve'
import type { Account } from '../../people/users/account.ts'
import { paths } from './addresses.ts'
import type { AuthorizationRequest, RefusedRequest } from './authorization-request.ts'
import { hostOf, isOnOwnComputer, sourceOf } from './redirect-uri.ts'
import { textsIn } from './texts.ts'

/** Choices in days; 0 for no expiration. */
export const expiries = [7, 30, 90, 365, 0] as const
const usualExpiry = 90

export interface Shown {
  readonly language: Language
  readonly organization: string
  readonly account: Account
  readonly channels: readonly { readonly id: ChannelId; readonly name: string }[]
  readonly asksPassword: boolean
  readonly hidden: readonly (readonly [name: string, value: string])[]
  /** The submitted fields, if there's an error. */
  readonly form?: ReadonlyMap<string, string>
  readonly problem?: string
}

function introduction({ program, redirectUri }: AuthorizationRequest, { language, account }: Shown): Html {
  const texts = textsIn(language)
  const warning = program.isTrusted
    ? html``
    : program.vouchedBy === undefined
      ? html`<p class="hint">${texts.selfNamed}</p>`
      : html`<p class="hint">${texts.vouched(program.vouchedBy)}</p>`
  const place = hostOf(redirectUri)
  return html`<p>${texts.asks(program.name)}</p>${warning}
<dl><dt>${texts.account}</dt><dd><bdi>${account.fullName}</bdi> (<bdi>${account.deliveryEmail}</bdi>)
<a href="/accounts/logout">${texts.other}</a></dd>
<dt>${texts.leads}</dt><dd>${isOnOwnComputer(redirectUri) ? texts.ownComputer(place) : html`<bdi dir="ltr">${place}</bdi>`}</dd></dl>`
}

function scopeChoices(asked: readonly Scope[], { language, form }: Shown): Html {
  const texts = textsIn(language)
  const one = (scope: Scope) => {
    const { name, hint } = texts.scopes[scope]
    const checked = !form || form.has(`scope_${scope}`) ? html`checked` : html``
    return html`<label class="choice"><input type="checkbox" name="scope_${scope}" ${checked}>${name}
<span class="hint">${hint}</span></label>`
  }
  return html`<fieldset><legend>${texts.may}</legend>${asked.map(one)}</fieldset>`
}

function channelChoices({ language, channels, form }: Shown): Html {
  if (channels.length === 0) return html``
  const texts = textsIn(language)
  const isOpen = channels.some(({ id }) => form?.has(`channel_${id}`))
  const one = ({ id, name }: Shown['channels'][number]) =>
    html`<label class="choice"><input type="checkbox" name="channel_${id}" ${form?.has(`channel_${id}`) ? html`checked` : html``}>#<bdi>${name}</bdi></label>`
  return html`<details ${isOpen ? html`open` : html``}><summary>${texts.onlySome}</summary>
<p class="hint">${texts.onlySomeHint}</p><div class="choices">${channels.map(one)}</div></details>`
}

function expiryChoice({ language, form }: Shown): Html {
  const texts = textsIn(language)
  const chosen = form?.get('expiry') ?? String(usualExpiry)
  const label = (days: number) =>
    days === 0 ? texts.expiries.never : days === 365 ? texts.expiries.year : texts.expiries.days(days)
  const one = (days: (typeof expiries)[number]) =>
    html`<option value="${days}" ${chosen === String(days) ? html`selected` : html``}>${label(days)}</option>`
  return html`<label for="expiry">${texts.until}</label><select id="expiry" name="expiry">${expiries.map(one)}</select>`
}

/** The consent page. Works without scripts. */
export function consentPage(request: AuthorizationRequest, shown: Shown): HtmlPage {
  const { language, organization, asksPassword, hidden, form, problem } = shown
  const texts = textsIn(language)
  const name = form?.get('name') ?? request.program.name
  const password = asksPassword
    ? html`<label for="password">${texts.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" aria-describedby="password-hint">
<p class="hint" id="password-hint">${texts.passwordHint}</p>`
    : html``
  const body = html`${problem === undefined ? html`` : html`<p role="alert">${problem}</p>`}${introduction(request, shown)}
<form method="post" action="${paths.authorize}">
${hidden.map(([field, value]) => html`<input type="hidden" name="${field}" value="${value}">`)}
${scopeChoices(request.scopes, shown)}${channelChoices(shown)}${expiryChoice(shown)}
<label for="name">${texts.name}</label>
<input id="name" name="name" dir="auto" maxlength="60" required value="${[...name].slice(0, 60).join('')}" aria-describedby="name-hint">
<p class="hint" id="name-hint">${texts.nameHint}</p>
${password}
<button type="submit" name="decision" value="allow">${texts.allow}</button>
<button type="submit" name="decision" value="deny" class="other" formnovalidate>${texts.deny}</button>
</form>`
  const { text } = htmlPage(language, texts.title(organization), body)
  return new HtmlPage(text, problem === undefined ? 200 : 400, [], { formsLeadTo: sourceOf(request.redirectUri) })
}

/** Shows why a request is refused; redirects back only after a click. */
export function refusedPage({ program, redirectUri, refusal }: RefusedRequest, language: Language, back: string) {
  const texts = textsIn(language)
  const body = html`<p role="alert">${texts.refused(program.name)}</p>
<p class="hint" dir="ltr" lang="en">${refusal.code}: ${refusal.message}</p>
<p><a href="${back}">${texts.backTo(hostOf(redirectUri))}</a></p>`
  return htmlPage(language, texts.notGiven, body, 400)
}
