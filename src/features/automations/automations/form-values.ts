import { shortened } from '#contract'
import type { Organization } from '#platform/organization'
import { silent } from '../../messages/messages/actions/notices.ts'
import type { Account } from '../../people/users/account.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { insertedLine, insertedQuote } from './inserted-text.ts'
import { maxAnswerLength, maxAnswerListLength } from './limits.ts'
import type { Question } from './questions-store.ts'
import type { StoredAsk } from './steps/ask-input.ts'
import type { FormField } from './steps/form-field-input.ts'
import type { StoredRun } from './store.ts'
import { textsIn } from './texts.ts'

type Answer = NonNullable<Question['answer']>
type AskingRun = Pick<StoredRun, 'steps' | 'step'>

/** Shown instead of an empty value: posting an empty message would fail. */
const noValue = '–'
const minShownLength = 30
const endsSentence = /[?!:.…？！：。]$/

/** Fields can be named after properties of all objects, such as `constructor`. */
const valueIn = (answer: Answer, name: string): string | undefined =>
  Object.hasOwn(answer, name) ? answer[name] : undefined

/** A line for each field; `people` is how many answers share a message. */
export function answerLines(fields: readonly FormField[], answer: Answer, people = 1): string[] {
  const share = Math.floor(maxAnswerListLength / (fields.length * people))
  const max = Math.min(maxAnswerLength, Math.max(minShownLength, share))
  const textOf = (name: string) => insertedLine(shortened(valueIn(answer, name) ?? '', max)) || noValue
  return fields.length === 1
    ? fields.map(({ name }) => textOf(name))
    : fields.map(
        ({ name, label }) => `**${insertedLine(label)}${endsSentence.test(label) ? '' : ':'}** ${textOf(name)}`,
      )
}

export const isFormPlaceholder = (name: string): boolean =>
  name === 'answers' || name === 'missing' || name.startsWith('form.')

/** What a placeholder is replaced with: as a block on its own line. Undefined if no earlier step asked for it. */
export function formText(
  org: Organization,
  run: AskingRun,
  questions: readonly Question[],
  name: string,
  isBlock: boolean,
): string | undefined {
  if (name.startsWith('form.')) return fieldText(run, questions, name.slice('form.'.length), isBlock)
  const at = lastIndexOf(run, ({ to }) => to === 'group')
  const step = run.steps[at] as StoredAsk | undefined
  if (!step) return undefined
  const asked = questions.filter((question) => question.step === at)
  return name === 'answers' ? `\n${answersText(org, step, asked)}` : missingText(org, asked)
}

/** The latest earlier step that asks and meets the condition; -1 if there is none. */
const lastIndexOf = ({ steps, step }: AskingRun, condition: (ask: StoredAsk) => boolean): number =>
  steps.findLastIndex((earlier, at) => at < step && earlier.kind === 'ask' && condition(earlier))

/** The same as plain text instead of Markdown, for other services. */
export function plainFormText(
  org: Organization,
  run: AskingRun,
  questions: readonly Question[],
  name: string,
): string | undefined {
  if (name.startsWith('form.')) {
    const found = answerWith(run, questions, name.slice('form.'.length))
    return found && (valueIn(found.answer, found.name) ?? '')
  }
  const at = lastIndexOf(run, ({ to }) => to === 'group')
  const step = run.steps[at] as StoredAsk | undefined
  if (!step) return undefined
  const asked = questions.filter((question) => question.step === at)
  const plainName = (id: Account['id'] | null) =>
    org.get(peopleCache).byId.get(id ?? (0 as Account['id']))?.fullName ?? noValue
  return name === 'answers'
    ? asked
        .flatMap(({ answer, person_id }) =>
          answer ? [`${plainName(person_id)}: ${plainAnswer(step.fields, answer)}`] : [],
        )
        .join('\n')
    : asked.flatMap(({ answer, person_id }) => (answer ? [] : [plainName(person_id)])).join(', ')
}

const plainAnswer = (fields: readonly FormField[], answer: Answer): string =>
  fields.map(({ name }) => valueIn(answer, name) ?? noValue).join(' · ')

/** The answer to the latest form with a field of this name. */
function answerWith(run: AskingRun, questions: readonly Question[], name: string) {
  const at = lastIndexOf(run, ({ to, fields }) => to !== 'group' && fields.some((field) => field.name === name))
  const answer = questions.find((question) => question.step === at)?.answer
  return answer ? { at, answer, name } : undefined
}

function fieldText(run: AskingRun, questions: readonly Question[], name: string, isBlock: boolean): string | undefined {
  const found = answerWith(run, questions, name)
  if (!found) return undefined
  const { at, answer } = found
  const value = valueIn(answer, name)
  if (value === undefined) return noValue
  const field = (run.steps[at] as StoredAsk).fields.find((candidate) => candidate.name === name)
  return isBlock && field?.kind === 'multiline' ? insertedQuote(value) : insertedLine(value) || noValue
}

function answersText(org: Organization, { fields }: StoredAsk, asked: readonly Question[]): string {
  const answered = asked.filter(({ answer }) => answer !== null)
  if (answered.length === 0) return noValue
  const items = answered.map(({ answer, person_id }) => {
    const name = nameOf(org, person_id)
    const lines = answerLines(fields, answer ?? {}, answered.length)
    return lines.length === 1
      ? `* ${name}: ${lines[0]}`
      : [`* ${name}`, ...lines.map((line) => `  * ${line}`)].join('\n')
  })
  const shown = fitting(items)
  return [...shown, ...(shown.length < items.length ? [`* ${more(org, items.length - shown.length)}`] : [])].join('\n')
}

function missingText(org: Organization, asked: readonly Question[]): string {
  const names = asked.filter(({ answer }) => answer === null).map(({ person_id }) => nameOf(org, person_id))
  if (names.length === 0) return noValue
  const shown = fitting(names)
  const others = shown.length < names.length ? [more(org, names.length - shown.length)] : []
  return new Intl.ListFormat(org.language).format([...shown, ...others])
}

const more = (org: Organization, count: number): string => textsIn(org.language).morePeople(count)

function nameOf(org: Organization, id: Account['id'] | null): string {
  const account = id === null ? undefined : org.get(peopleCache).byId.get(id)
  return account ? silent(account) : noValue
}

/** The first items that fit into a message together. */
function fitting(items: readonly string[]): string[] {
  let length = 0
  return items.filter((item) => {
    length += item.length + 1
    return length <= maxAnswerListLength
  })
}
