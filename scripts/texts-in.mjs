// Builds of the web client in one language: its texts stand in the place of the English ones, so that a page has one
// language, knows it from its first moment on, and pays for no other.
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const texts = join(dirname(dirname(fileURLToPath(import.meta.url))), 'web/texts')

/** The languages of the client, English first, each with the direction that it is read in. */
export const directions = JSON.parse(readFileSync(join(texts, 'languages.json'), 'utf8'))
export const languages = Object.keys(directions)

const english = /\/web\/texts\/(en((?:-[a-z]+)*)\.ts)$/

/** What a module of texts is called in another language. */
export const inLanguage = (name, language) => name.replace(/^en(?=[A-Z]|$)/, language)

/** A module that English has and a language lacks comes in English: `npm run check` says which these are. */
export function textsIn(language) {
  return {
    name: `texts in ${language}`,
    enforce: 'pre',
    async load(id) {
      const [, file, subject = ''] = english.exec(id.replaceAll('\\', '/').split('?')[0] ?? '') ?? []
      if (file === undefined || language === 'en') return undefined
      const own = `${language}${subject}.ts`
      if (!existsSync(join(texts, own))) return undefined
      const source = await readFile(join(texts, file), 'utf8')
      const names = [...source.matchAll(/^export const (\w+)/gm)].map(([, name]) => name)
      return `export { ${names.map((name) => `${inLanguage(name, language)} as ${name}`).join(', ')} } from './${own}'`
    },
    transformIndexHtml: (page) =>
      page.replace('<html lang="en"', `<html lang="${language}" dir="${directions[language]}"`),
  }
}
