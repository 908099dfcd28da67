import { apiError, endpoint, event, list, maxLookupLength, state, text, z } from '#contract'

export const maxAlertWords = 1_000

export const maxAlertWordLength = 100

export const tooManyWords = apiError(
  400,
  'BAD_REQUEST',
  `Invalid alert_words: more than ${maxAlertWords} are too many for one person`,
)

const words = list(text({ trim: true, min: 1, max: maxAlertWordLength }), { max: maxAlertWords })
const alert_words = z.array(z.string())

export const getAlertWords = endpoint('GET /users/me/alert_words', {
  summary: 'Get your alert words',
  result: { alert_words },
})

export const addAlertWords = endpoint('POST /users/me/alert_words', {
  summary: 'Add alert words, ignoring case and existing words',
  params: { alert_words: words },
  result: { alert_words },
  errors: [tooManyWords],
})

export const removeAlertWords = endpoint('DELETE /users/me/alert_words', {
  summary: 'Remove alert words, ignoring case',
  params: { alert_words: list(text({ max: maxLookupLength }), { max: maxAlertWords }) },
  result: { alert_words },
})

export const alertWordsChanged = event('alert_words', null, { alert_words })
export const alertWordsState = state('alert_words', alert_words).on(
  alertWordsChanged,
  (_before, event) => event.alert_words,
)
