// Sorts a catalog like the English one and removes what English doesn’t have.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileOf, readCatalog } from './catalogs.mjs'

export function tidy(folder, language) {
  const english = readCatalog(folder, 'en')
  const file = fileOf(folder, language)
  const own = JSON.parse(readFileSync(file, 'utf8'))
  const attributes = Object.entries(own).filter(([key]) => key.startsWith('@@'))
  const texts = [...english.messages.keys()].filter((key) => Object.hasOwn(own, key)).map((key) => [key, own[key]])
  writeFileSync(file, `${JSON.stringify(Object.fromEntries([...attributes, ...texts]), null, 2)}\n`)
}
