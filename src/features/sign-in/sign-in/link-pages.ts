import { html } from '#platform/html'
import { htmlPage } from '#platform/http'
import { type FormHandler, formForAnyone, type HtmlPage, type OpenContext, type Page } from '#platform/serve'
import { checkOpen } from '../../people/organization/actions.ts'
import { organizationCache } from '../../people/organization/cache.ts'
import { mailedLinksOn } from '../../people/organization/sign-in-methods.ts'
import { emailAddress } from '../../people/users/input.ts'
import { orLogRefusal } from '../../people/users/refused-sign-in.ts'
import { lookAt } from '../accounts/actions/index.ts'
import { accountOfLink, mailSignInLink, useLink } from '../accounts/actions/sign-in-link.ts'
import { linksOff } from '../accounts/api.ts'
import { orErrorPage } from './error-page.ts'
import { parameterOf, type Receiver, receiverIn } from './receiver.ts'
import { receiverFields } from './receiver-pages.ts'
import { afterFirstStep } from './second-step-pages.ts'
import { textsIn } from './texts.ts'

export const linkPath = '/accounts/login/link'

/** A program's secrets in the browser must not be emailed. */
export const canBeMailed = ({ kind }: Receiver): boolean => kind === 'browser' || kind === 'copying'

export const queryOf = (receiver: Receiver): string => {
  const query = new URLSearchParams(parameterOf(receiver).map((pair) => [...pair]))
  return query.size > 0 ? `?${query}` : ''
}

function receiverOf(value: (name: string) => string | null | undefined): Receiver {
  const receiver = receiverIn(value)
  return canBeMailed(receiver) ? receiver : { kind: 'browser', next: '' }
}

function askPage({ language }: OpenContext, receiver: Receiver, email = '', problem?: string): HtmlPage {
  const texts = textsIn(language)
  const { link: t } = texts
  const alert = problem === undefined ? html`` : html`<p role="alert">${problem}</p>`
  const body = html`${alert}<p>${t.what}</p><form method="post" action="${linkPath}">${receiverFields(receiver)}
<label for="email">${texts.email}</label>
<input id="email" name="email" type="email" autocomplete="username" required value="${email}">
<button type="submit">${t.send}</button></form>`
  return htmlPage(language, t.title, body, problem === undefined ? 200 : 400)
}

const showAsk = (ctx: OpenContext, _params: object, query: URLSearchParams) =>
  orErrorPage(ctx, async () => {
    checkOpen(ctx.org)
    if (!mailedLinksOn(ctx.org)) throw linksOff()
    return askPage(
      ctx,
      receiverOf((name) => query.get(name)),
    )
  })

const submitAsk: FormHandler = (ctx, _params, form) =>
  orErrorPage(ctx, async () => {
    const receiver = receiverOf((name) => form.get(name))
    const given = form.get('email') ?? ''
    const email = emailAddress.safeParse(given)
    const { link: t } = textsIn(ctx.language)
    if (!email.success) return askPage(ctx, receiver, given.slice(0, 300), t.noAddress)
    await ctx.transact((mutation) => mailSignInLink(mutation, email.data, queryOf(receiver)))
    return htmlPage(ctx.language, t.sentTitle, html`<p>${t.sent(email.data)}</p>`)
  })

/** Opening a link doesn't consume it: mail scanners follow links, but don't submit forms. */
const showLink = (ctx: OpenContext, { key = '' }: Readonly<Record<string, string>>, query: URLSearchParams) =>
  orErrorPage(ctx, async () => {
    const account = await lookAt(ctx, (reader) => accountOfLink(reader, key))
    const { link: t, signIn } = textsIn(ctx.language)
    const receiver = receiverOf((name) => query.get(name))
    const body = html`<p>${t.as(ctx.org.get(organizationCache).name, account.fullName)}</p>
<form method="post">${receiverFields(receiver)}<button type="submit" autofocus>${signIn}</button></form>`
    return htmlPage(ctx.language, t.title, body)
  })

const submitLink: FormHandler = (ctx, { key = '' }, form) =>
  orErrorPage(ctx, async () => {
    const account = await orLogRefusal(ctx, { method: 'link' }, () =>
      ctx.transact((mutation) => useLink(mutation, key)),
    )
    return afterFirstStep(
      ctx,
      account,
      receiverOf((name) => form.get(name)),
    )
  })

export const linkPages: readonly Page[] = [
  formForAnyone(linkPath, showAsk, submitAsk),
  formForAnyone(`${linkPath}/:key`, showLink, submitLink),
]
