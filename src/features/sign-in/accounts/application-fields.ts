import { type Html, html } from '#platform/html'
import type { OpenContext } from '#platform/serve'
import { organizationCache } from '../../people/organization/cache.ts'
import { answerTooLong } from './applications/errors.ts'
import { maxAnswerLength } from './applications/limits.ts'
import type { Answer } from './applications/wire.ts'
import { textsIn } from './texts.ts'

type Values = ReadonlyMap<string, string>

const questionField = (index: number): string => `question_${index}`
const answerField = (index: number): string => `answer_${index}`

export const approvalNote = ({ org, language }: Pick<OpenContext, 'org' | 'language'>): Html =>
  html`<p>${textsIn(language).join.approval(org.get(organizationCache).name)}</p>`

/** The form includes the questions, because administrators may change them before it's submitted. */
export const questionFields = (questions: readonly string[], values: Values): readonly Html[] =>
  questions.map(
    (question, index) => html`<label for="${answerField(index)}" dir="auto">${question}</label>
<input type="hidden" name="${questionField(index)}" value="${question}">
<textarea id="${answerField(index)}" name="${answerField(index)}" rows="3" dir="auto" required maxlength="${maxAnswerLength}">${answerIn(values, index)}</textarea>`,
  )

// browsers send line breaks as CRLF, which would count twice
const answerIn = (values: Values, index: number): string =>
  (values.get(answerField(index)) ?? '').replaceAll('\r\n', '\n').trim()

export function answersIn(values: Values, count: number): Answer[] {
  return Array.from({ length: count }, (_, index) => {
    const answer = answerIn(values, index)
    if ([...answer].length > maxAnswerLength) throw answerTooLong({}, { limit: maxAnswerLength })
    return { question: values.get(questionField(index)) ?? '', answer }
  })
}
