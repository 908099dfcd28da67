import { type ApiError, filled } from '#contract'
import { errorTextOf, type Language, lastResort, ZonedTime } from '#platform/languages'

/**
 * What an error says in a language; errors for the authors of programs stay English, and so does one that isn't translated.
 * A value named `what` is part of the sentence: "There are too many {what} already" has a text for each of them.
 */
export function errorText(language: Language, { template, values, message }: ApiError): string {
  if (language === lastResort) return message
  const { what } = values
  const text = errorTextOf(language, typeof what === 'string' ? filled(template, { what }) : template)
  if (text === undefined || typeof text === 'string') return text ?? message
  const [names, say] = text
  return say(
    ...names.map((name) => {
      const value = values[name] ?? ''
      return value instanceof ZonedTime ? value.in(language) : value
    }),
  )
}
