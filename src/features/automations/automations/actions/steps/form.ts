import type { UserId } from '#contract'
import { maxAnswerLength, maxLineAnswerLength } from '../../limits.ts'
import type { StoredAsk } from '../../steps/ask-input.ts'

const optionId = (index: number): string => `o${index}`

/** The form of an interactive message; `personId` is the person asked in a direct message. */
export function formOf({ fields, user_ids, group_id }: Omit<StoredAsk, 'kind'>, personId: UserId | null = null) {
  const menus = fields.filter(({ kind }) => kind === 'menu')
  const texts = fields.filter(({ kind }) => kind !== 'menu')
  const answerers = personId === null ? user_ids : [personId]
  return {
    menus: menus.map(({ name, label, required, options }) => ({
      ...{ id: name, label, required },
      options: options.map((option, index) => ({ id: optionId(index), label: option })),
    })),
    fields: texts.map(({ name, label, required, kind }) => ({
      ...{ id: name, label, required },
      ...(kind === 'multiline' ? { multiline: true } : {}),
      max_length: kind === 'multiline' ? maxAnswerLength : maxLineAnswerLength,
    })),
    order: fields.map(({ name }) => name),
    ...(answerers === null ? {} : { answerers }),
    ...(answerers === null && group_id !== null ? { answerer_group: group_id } : {}),
  }
}

/** What was answered, by field name: for menus, the label of the option. Leaves out empty values. */
export function answerOf(
  { fields }: Pick<StoredAsk, 'fields'>,
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  const answers = fields.flatMap(({ name, kind, options }) => {
    const value = Object.hasOwn(values, name) ? (values[name] as string) : ''
    const text = kind === 'menu' ? (options.find((_, index) => optionId(index) === value) ?? '') : value.trim()
    return text === '' ? [] : [[name, text] as const]
  })
  return Object.fromEntries(answers)
}
