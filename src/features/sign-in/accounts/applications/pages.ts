import { html } from '#platform/html'
import type { Page } from '#platform/serve'
import { organizationOf } from '../pages.ts'
import { textFormPage } from '../text-form-page.ts'
import { textsIn } from '../texts.ts'
import * as errors from './errors.ts'
import { maxAnswerLength } from './limits.ts'
import { answerQuestion, questionOf } from './question-actions.ts'

export const applicationPages: readonly Page[] = [
  textFormPage({
    path: '/application/:key',
    maxLength: maxAnswerLength,
    target: questionOf,
    title: (ctx) => textsIn(ctx.language).followUp.title(organizationOf(ctx)),
    texts(ctx, { question }) {
      const { lead, field, button } = textsIn(ctx.language).followUp
      const shown = html`<p>${lead(organizationOf(ctx))}</p><blockquote dir="auto">${question}</blockquote>`
      return { lead: shown, field, button }
    },
    empty: errors.answerEmpty,
    tooLong: (limit) => errors.answerTooLong({}, { limit }),
    submit: answerQuestion,
    sent(ctx) {
      const { sent, sentText } = textsIn(ctx.language).followUp
      return { title: sent, text: sentText(organizationOf(ctx)) }
    },
  }),
]
