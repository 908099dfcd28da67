export { Catalogs, type ErrorText, type Language, lastResort } from './catalogs.ts'
export {
  acceptedLanguage,
  directionOf,
  errorTextOf,
  languageFor,
  languageOfTag,
  languages,
  textsOf,
} from './language.ts'
export type { Texts } from './texts.generated.ts'
export { asSentence, dateIn, durationIn, listIn, nameOrder } from './texts.ts'
export type { Style } from './time-text.ts'
export { timeTextFor } from './time-text.ts'
export { ZonedTime } from './zoned-time.ts'
