import { languageNames } from 'messages:language-names'
import type { ChoiceOption } from '../../controls/choice.tsx'
import { nameOfLanguage } from '../../texts/language-names.ts'
import { ownSettings } from '../../texts/own-settings.ts'

const tags =
  'en en-gb ar bg ca cs cy da de el es fa fi fr gl gu he hi hu id it ja ko lt lv ml mn nb nl pl pt pt-br ro ru sk sl sr sv ta th tr uk vi zh-hans zh-hant'

/** Languages by their own names; those of the interface come first, with a note on machine translations. */
export const languages: readonly ChoiceOption<string>[] = [
  ...Object.entries(languageNames).map(([tag, { name, isReviewed }]) => ({
    // the API uses lowercase tags
    value: tag.toLowerCase(),
    label: isReviewed ? name : ownSettings.machineTranslated(name),
  })),
  ...tags
    .split(' ')
    .filter((tag) => !Object.keys(languageNames).some((spoken) => spoken.toLowerCase() === tag))
    .map((value) => ({ value, label: nameOfLanguage(value) })),
]
