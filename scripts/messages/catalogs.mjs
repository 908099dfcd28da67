// The catalogs of a folder: one .arb file for each language.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { readArb } from './arb.mjs'
import { pseudoCatalog, pseudoLanguages } from './pseudo.mjs'

const root = join(import.meta.dirname, '../..')

/** The languages with a catalog in a folder: English first, the others by tag. */
export const languagesIn = (folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.arb'))
    .map((name) => name.slice(0, -'.arb'.length))
    .sort((a, b) => Number(b === 'en') - Number(a === 'en') || (a < b ? -1 : 1))

export const fileOf = (folder, language) => join(folder, `${language}.arb`)

/** A language’s catalog; 'en-XA' and 'en-XB' are made from English. */
export function readCatalog(folder, language) {
  if (pseudoLanguages.has(language)) return pseudoCatalog(readCatalog(folder, 'en'), language)
  const file = fileOf(folder, language)
  const catalog = readArb(readFileSync(file, 'utf8'), relative(root, file))
  if (catalog.language !== language)
    throw new Error(`${catalog.file}: “@@locale” is ${catalog.language} instead of ${language}`)
  return catalog
}
