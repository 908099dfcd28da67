import { html } from '#platform/html'
import { htmlPage } from '#platform/http'
import { type FormHandler, formForAnyone, type HtmlPage, type OpenContext, type Page } from '#platform/serve'
import { maxModmailLength } from '../../../messages/modmail/limits.ts'
import { lookAt } from '../actions/index.ts'
import { done, form, invalid, orErrorPage, organizationOf, statusFor } from '../pages.ts'
import { textsIn } from '../texts.ts'
import { appealWith, bannedAccountOf } from './actions.ts'
import * as errors from './errors.ts'

/** Browsers send line breaks as CRLF, which would count twice. */
function contentIn(values: ReadonlyMap<string, string>): string {
  const content = (values.get('content') ?? '').replaceAll('\r\n', '\n').trim()
  if (content === '') throw errors.appealEmpty()
  if ([...content].length > maxModmailLength) throw errors.appealTooLong({}, { limit: maxModmailLength })
  return content
}

function appealPage(ctx: OpenContext, text = '', message?: string): HtmlPage {
  const { title, lead, field, button } = textsIn(ctx.language).appeal
  const fields = html`<p>${lead(organizationOf(ctx))}</p><label for="content">${field}</label>
<textarea id="content" name="content" rows="8" required maxlength="${maxModmailLength}" dir="auto" autofocus>${text}</textarea>`
  return htmlPage(ctx.language, title, form(fields, button, message), statusFor(message))
}

const submit: FormHandler = (ctx, { key = '' }, values) =>
  orErrorPage(
    ctx,
    async () => {
      await lookAt(ctx, (reader) => bannedAccountOf(reader, key))
      return orErrorPage(
        ctx,
        async () => {
          const content = contentIn(values)
          await ctx.transact((mutation) => appealWith(mutation, key, content))
          const { sent, sentText } = textsIn(ctx.language).appeal
          return done(ctx, sent, sentText(organizationOf(ctx)))
        },
        (message) => appealPage(ctx, values.get('content'), message),
      )
    },
    invalid(ctx),
  )

export const appealPages: readonly Page[] = [
  formForAnyone(
    '/appeal/:key',
    (ctx, { key = '' }) =>
      orErrorPage(
        ctx,
        async () => {
          await lookAt(ctx, (reader) => bannedAccountOf(reader, key))
          return appealPage(ctx)
        },
        invalid(ctx),
      ),
    submit,
  ),
]
