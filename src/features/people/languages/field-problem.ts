import { type Language, type Texts, textsOf } from '#platform/languages'

const textsIn = textsOf('fields')

/** A field of a form for people. */
export type Field = Parameters<Texts['fields']['blank']>[0]

/** Problems by what declarations say about a value in English; `#` is a number in it. */
const problems: Readonly<
  Record<string, (texts: Texts['fields'], field: Field, count: number, reason: string) => string>
> = {
  'cannot be blank': (texts, field) => texts.blank(field),
  'is too short (minimum: # characters)': (texts, field, count) => texts.tooShort(field, count),
  'is too long (limit: # characters)': (texts, field, count) => texts.tooLong(field, count),
  'contains characters that are not allowed in names': (texts) => texts.badCharacters,
  'cannot end like a mention does': (texts) => texts.likeMention,
  'is not an email address': (texts) => texts.notAnAddress,
}

/** A sentence about what's wrong with a field of a form; `reason` is what its declaration says about the value. */
export function fieldError(language: Language, field: Field, reason: string): string {
  const texts = textsIn(language)
  const [digits = ''] = /\d+/.exec(reason) ?? []
  const say = problems[reason.replace(/\d+/, '#')]
  return say ? say(texts, field, Number(digits), reason) : texts.other(field, reason)
}
