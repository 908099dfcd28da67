import { nameOfLanguage } from '../../texts/language-names.ts'
import { spokenLanguages } from '../../texts/languages.ts'
import type { ChoiceOption } from '../controls/choice.tsx'

const tags =
  'en en-gb ar bg ca cs cy da de el es fa fi fr gl gu he hi hu id it ja ko lt lv ml mn nb nl pl pt pt-br ro ru sk sl sr sv ta th tr uk vi zh-hans zh-hant'

/** Languages that can be chosen, those of these pages first, each called as those who speak it do. */
export const languages: readonly ChoiceOption<string>[] = [...new Set([...spokenLanguages, ...tags.split(' ')])].map(
  (value) => ({ value, label: nameOfLanguage(value) }),
)
