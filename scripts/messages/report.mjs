// Reports how many texts each language has, which it lacks, and which are the same as in English.
import { languagesIn, readCatalog } from './catalogs.mjs'
import { missingIn, untranslatedIn } from './check.mjs'
import { sameInEveryLanguage } from './same.mjs'

export function reportOn(folder) {
  const english = readCatalog(folder, 'en')
  return languagesIn(folder).flatMap((language) => {
    const catalog = readCatalog(folder, language)
    const missing = missingIn(english, catalog)
    const same = language === 'en' ? [] : untranslatedIn(english, catalog, sameInEveryLanguage)
    const note = catalog.isReviewed ? '' : ', not reviewed'
    return [
      `${catalog.file}: ${catalog.messages.size} texts, ${missing.length} missing, ${same.length} as in English${note}`,
      ...missing.map((key) => `  missing: ${key}`),
      ...same.map((key) => `  as in English: ${key}: ${catalog.messages.get(key)}`),
    ]
  })
}
