export {
  acceptedLanguage,
  directionOf,
  type Language,
  languageFor,
  languageOfTag,
  languages,
  lastResort,
} from './language.ts'
export { dateIn, inLanguages, isolated, listIn, pluralIn } from './texts.ts'
