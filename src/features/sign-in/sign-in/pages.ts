import { ApiError } from '#contract'
import { type Html, html } from '#platform/html'
import { htmlPage } from '#platform/http'
import {
  type FormHandler,
  formForAnyone,
  type HtmlPage,
  type OpenContext,
  type Page,
  pageForAnyone,
  Redirect,
} from '#platform/serve'
import { isReadableByAnyone } from '../../channels/channels/access.ts'
import { checkOpen } from '../../people/organization/actions.ts'
import { organizationCache } from '../../people/organization/cache.ts'
import {
  directoryOn,
  isOpenToAnyone,
  loginPath,
  mailedLinksOn,
  passkeysOn,
  passwordsOn,
} from '../../people/organization/sign-in-methods.ts'
import { accountWithPassword } from '../../people/users/access/password.ts'
import { nextQuery } from '../accounts/next-view.ts'
import { passwordField } from '../accounts/password-field.ts'
import { revealScript } from '../accounts/password-script.ts'
import { providerLinks } from '../accounts/provider-links.ts'
import { redeem } from './actions.ts'
import { alertOf, orErrorPage } from './error-page.ts'
import { invitationIn } from './invitation-key.ts'
import { canBeMailed, linkPages, linkPath, queryOf } from './link-pages.ts'
import { passkeyPages, passkeyPath } from './passkey-pages.ts'
import { iconOf } from './provider-icon.ts'
import { begin, finish, usableProvider } from './provider-pages.ts'
import { parameterOf, type Receiver, receiverIn } from './receiver.ts'
import { keyPage, keyPath, receiverFields } from './receiver-pages.ts'
import { rulesPages } from './rules-pages.ts'
import { samlPages } from './saml/pages.ts'
import { afterFirstStep, secondStepPages } from './second-step-pages.ts'
import { textsIn } from './texts.ts'

function loginPage(ctx: OpenContext, receiver: Receiver, username = '', problem?: ApiError): HtmlPage {
  const { language } = ctx
  const texts = textsIn(language)
  const hidden = receiverFields(receiver)
  const byDirectory = directoryOn(ctx.server.config, ctx.org)
  const forgotten = passwordsOn(ctx.org)
    ? html`
<p class="hint"><a href="/accounts/password/reset">${texts.forgotten}</a></p>`
    : html``
  const form =
    byDirectory || passwordsOn(ctx.org)
      ? html`<form method="post">${hidden}<label for="username">${byDirectory ? texts.username : texts.email}</label>
<input id="username" name="username" type="${byDirectory ? 'text' : 'email'}" dir="ltr" autocapitalize="none" autocomplete="username" required value="${username}"${username ? html`` : html` autofocus`}>
${passwordField(language, texts.password)}
<button type="submit">${texts.signIn}</button></form>${forgotten}`
      : html``
  const query = queryOf(receiver)
  const passkey = passkeysOn(ctx.org)
    ? html`<p class="hint"><a href="${passkeyPath}${query}">${texts.passkey.link}</a></p>`
    : html``
  const link =
    mailedLinksOn(ctx.org) && canBeMailed(receiver)
      ? html`<p class="hint"><a href="${linkPath}${query}">${texts.link.title}</a></p>`
      : html``
  const body = html`${alertOf(ctx, problem)}${providerLinks(ctx, loginPath, parameterOf(receiver))}${form}${passkey}${link}${withoutAccount(ctx, receiver)}`
  return htmlPage(
    language,
    texts.title(ctx.org.get(organizationCache).name),
    body,
    problem?.status ?? 200,
    revealScript,
  )
}

function withoutAccount({ org, server, language }: OpenContext, receiver: Receiver): Html {
  const { read, register } = textsIn(language)
  const view = receiver.kind === 'browser' ? receiver.next : ''
  const isView = view.startsWith('#')
  const next = nextQuery(view)
  const readable = isView ? `/public/link?${new URLSearchParams({ to: view, or: 'read' })}` : '/public/'
  const reading = isReadableByAnyone(org) ? html`<p class="hint"><a href="${readable}">${read}</a></p>` : html``
  return isOpenToAnyone(server.config, org)
    ? html`<p class="hint"><a href="/accounts/register${next}">${register}</a></p>${reading}`
    : reading
}

const showLogin = (ctx: OpenContext, _params: object, query: URLSearchParams) =>
  orErrorPage(
    ctx,
    async () => {
      checkOpen(ctx.org)
      return loginPage(
        ctx,
        receiverIn((name) => query.get(name)),
      )
    },
    html``,
  )

const submitLogin: FormHandler = (ctx, _params, form) =>
  orErrorPage(ctx, async () => {
    checkOpen(ctx.org)
    const receiver = receiverIn((name) => form.get(name))
    const username = form.get('username') ?? ''
    try {
      const account = await accountWithPassword(ctx, username, form.get('password') ?? '')
      return await afterFirstStep(ctx, account, receiver)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return loginPage(ctx, receiver, username, error)
    }
  })

const showKey: FormHandler = (ctx, _params, form) =>
  orErrorPage(ctx, async () =>
    keyPage(ctx, await ctx.transact((mutation) => redeem(mutation, form.get('token') ?? ''))),
  )

const provider = '/social/oidc/:name'

export const signInPages: readonly Page[] = [
  formForAnyone('/accounts/login', showLogin, submitLogin),
  formForAnyone('/accounts/login/', showLogin, submitLogin),
  // without a submitted form, there's nothing to show
  formForAnyone(keyPath, () => new Redirect('/accounts/login'), showKey),
  pageForAnyone(`/accounts/login${provider}`, (ctx, { name }, query) =>
    orErrorPage(ctx, () => begin(ctx, name, query)),
  ),
  pageForAnyone(`/accounts/register${provider}`, (ctx, { name }, query) =>
    orErrorPage(ctx, () => begin(ctx, name, query, invitationIn(query))),
  ),
  pageForAnyone(`/accounts/login${provider}/callback`, (ctx, { name }, query) =>
    orErrorPage(ctx, () => finish(ctx, name, query)),
  ),
  pageForAnyone(`/accounts/login${provider}/icon`, (ctx, { name }) => iconOf(usableProvider(ctx, name))),
  ...rulesPages,
  ...samlPages,
  ...secondStepPages,
  ...passkeyPages,
  ...linkPages,
]
