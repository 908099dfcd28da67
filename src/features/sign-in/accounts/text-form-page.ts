import type { ApiError } from '#contract'
import { type Html, html } from '#platform/html'
import { htmlPage } from '#platform/http'
import type { Mutation } from '#platform/organization'
import { type FormHandler, formForAnyone, type HtmlPage, type OpenContext, type Page } from '#platform/serve'
import { lookAt } from './actions/index.ts'
import { closed, done, form as formOf, orErrorPage, statusFor } from './pages.ts'

interface TextForm<T> {
  /** With the link's `:key`. */
  readonly path: string
  readonly maxLength: number
  /** What the link is for; throws if it's invalid. Doesn't use it up. */
  target(reader: Pick<Mutation, 'tx' | 'org' | 'now'>, key: string): Promise<T>
  title(ctx: OpenContext): string
  texts(ctx: OpenContext, target: T): { readonly lead: Html; readonly field: string; readonly button: string }
  empty(): ApiError
  tooLong(limit: number): ApiError
  submit(mutation: Mutation, key: string, text: string): Promise<unknown>
  sent(ctx: OpenContext): { readonly title: string; readonly text: string }
}

/** A page on which someone with an emailed link writes one text. */
export function textFormPage<T>({ path, maxLength, target, title, texts, ...form }: TextForm<T>): Page {
  const page = (ctx: OpenContext, found: T, text = '', message?: string): HtmlPage => {
    const { lead, field, button } = texts(ctx, found)
    const fields = html`${lead}<label for="content">${field}</label>
<textarea id="content" name="content" rows="8" required maxlength="${maxLength}" dir="auto" autofocus>${text}</textarea>`
    return htmlPage(ctx.language, title(ctx), formOf(fields, button, message), statusFor(message))
  }
  const used = (ctx: OpenContext) => (message: string) => closed(ctx, title(ctx), message)
  // browsers send line breaks as CRLF, which would count twice
  const textIn = (values: ReadonlyMap<string, string>): string => {
    const text = (values.get('content') ?? '').replaceAll('\r\n', '\n').trim()
    if (text === '') throw form.empty()
    if ([...text].length > maxLength) throw form.tooLong(maxLength)
    return text
  }
  const show: FormHandler = (ctx, { key = '' }) =>
    orErrorPage(ctx, async () => page(ctx, await lookAt(ctx, (reader) => target(reader, key))), used(ctx))
  const submit: FormHandler = (ctx, { key = '' }, values) =>
    orErrorPage(
      ctx,
      async () => {
        const found = await lookAt(ctx, (reader) => target(reader, key))
        return orErrorPage(
          ctx,
          async () => {
            const text = textIn(values)
            await ctx.transact((mutation) => form.submit(mutation, key, text))
            const sent = form.sent(ctx)
            return done(ctx, sent.title, sent.text)
          },
          (message) => page(ctx, found, values.get('content'), message),
        )
      },
      used(ctx),
    )
  return formForAnyone(path, (ctx, params) => show(ctx, params, new Map()), submit)
}
