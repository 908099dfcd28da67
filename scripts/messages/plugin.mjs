// Builds with texts of one language: 'messages:x' is module x of a folder’s catalogs, compiled.

import { fileOf, languagesIn, readCatalog } from './catalogs.mjs'
import { codeOfFormat, codeOfModule } from './code.mjs'

const prefix = '\0messages:'

/** For Vite and Rolldown. A page has one language, knows it from the start, and pays for no other. */
export function messagesIn(folder, language = 'en') {
  let english
  let catalog
  const readAll = () => {
    english = readCatalog(folder, 'en')
    catalog = readCatalog(folder, language)
  }
  return {
    name: `messages in ${language}`,
    enforce: 'pre',
    buildStart: readAll,
    resolveId: (id) => (id.startsWith('messages:') ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(prefix)) return undefined
      if (!catalog) readAll()
      for (const one of languagesIn(folder))
        if (one === 'en' || one === language) this.addWatchFile(fileOf(folder, one))
      const module = id.slice(prefix.length)
      return {
        code: module === 'format' ? codeOfFormat(catalog) : codeOfModule(english, catalog, module),
        moduleType: 'js',
      }
    },
    /** While developing, a changed catalog reloads the page. */
    hotUpdate({ file, modules }) {
      if (file !== fileOf(folder, language) && file !== fileOf(folder, 'en')) return modules
      readAll()
      return [...this.environment.moduleGraph.idToModuleMap.values()].filter(({ id }) => id?.startsWith(prefix))
    },
    transformIndexHtml: (page) =>
      page.replace('<html lang="en"', `<html lang="${catalog.language}" dir="${catalog.direction}"`),
  }
}
