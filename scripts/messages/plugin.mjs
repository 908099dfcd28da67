// Builds with texts of one language: 'messages:x' is module x of a folder’s catalogs, compiled.
import { fileOf, languagesIn, readCatalog } from './catalogs.mjs'
import { codeOfFormat, codeOfModule } from './code.mjs'

const prefix = '\0messages:'

/** For Vite and Rolldown. A page has one language, known at build time, and loads no other. */
export function messagesIn(folder, language = 'en') {
  let english
  let catalog
  const readAll = () => {
    english = readCatalog(folder, 'en')
    catalog = readCatalog(folder, language)
  }
  const codeOf = (module) => {
    if (module === 'format') return codeOfFormat(catalog)
    if (module === 'languages') return `export const languages = ${JSON.stringify(languagesIn(folder))}`
    if (module === 'language-names') return `export const languageNames = ${JSON.stringify(namesIn(folder))}`
    return codeOfModule(english, catalog, module)
  }
  return {
    name: `messages in ${language}`,
    enforce: 'pre',
    buildStart: readAll,
    resolveId: (id) => (id.startsWith('messages:') ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(prefix)) return undefined
      if (!catalog) readAll()
      return { code: codeOf(id.slice(prefix.length)), moduleType: 'js' }
    },
    /** While developing, a changed catalog reloads the page. */
    hotUpdate({ file }) {
      if (file !== fileOf(folder, language) && file !== fileOf(folder, 'en')) return undefined
      readAll()
      return [...this.environment.moduleGraph.idToModuleMap.values()].filter(({ id }) => id?.startsWith(prefix))
    },
    /** Otherwise Vitest caches the compiled result of a file without a path. */
    configureVitest: ({ experimental_defineCacheKeyGenerator: keyBy }) =>
      keyBy(({ id }) => (id.startsWith(prefix) ? false : undefined)),
    transformIndexHtml: (page) =>
      page.replace('<html lang="en"', `<html lang="${catalog.language}" dir="${catalog.direction}"`),
  }
}

/** The languages’ own names, and whether native speakers have reviewed the texts. */
const namesIn = (folder) =>
  Object.fromEntries(
    languagesIn(folder).map((language) => {
      const { name, isReviewed } = readCatalog(folder, language)
      return [language, { name, isReviewed }]
    }),
  )
