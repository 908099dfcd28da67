import { html } from '#platform/html'
import type { Page } from '#platform/serve'
import { maxModmailLength } from '../../../messages/modmail/limits.ts'
import { organizationOf } from '../pages.ts'
import { textFormPage } from '../text-form-page.ts'
import { textsIn } from '../texts.ts'
import { appealWith, bannedAccountOf } from './actions.ts'
import * as errors from './errors.ts'

export const appealPages: readonly Page[] = [
  textFormPage({
    path: '/appeal/:key',
    maxLength: maxModmailLength,
    target: bannedAccountOf,
    title: (ctx) => textsIn(ctx.language).appeal.title,
    texts(ctx) {
      const { lead, field, button } = textsIn(ctx.language).appeal
      return { lead: html`<p>${lead(organizationOf(ctx))}</p>`, field, button }
    },
    empty: errors.appealEmpty,
    tooLong: (limit) => errors.appealTooLong({}, { limit }),
    submit: appealWith,
    sent(ctx) {
      const { sent, sentText } = textsIn(ctx.language).appeal
      return { title: sent, text: sentText(organizationOf(ctx)) }
    },
  }),
]
