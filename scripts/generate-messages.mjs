// Writes the types of the web client’s texts from the English catalog, a file for each module. With --check, only reports
// outdated ones.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCatalog } from './messages/catalogs.mjs'
import { declarationsOf } from './messages/types.mjs'
import { texts } from './texts-in.mjs'

const folder = join(texts, 'generated')
const kebab = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const wanted = new Map(
  [...declarationsOf(readCatalog(texts, 'en'))].map(([module, text]) => [`${kebab(module)}.d.ts`, text]),
)
mkdirSync(folder, { recursive: true })
const current = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
const outdated = [...new Set([...wanted.keys(), ...current.keys()])].filter(
  (name) => wanted.get(name) !== current.get(name),
)
if (process.argv.includes('--check')) {
  for (const name of outdated) console.log(`web/texts/generated/${name} isn’t current: run npm run generate`)
  if (outdated.length > 0) process.exitCode = 1
} else
  for (const name of outdated) {
    const text = wanted.get(name)
    if (text === undefined) rmSync(join(folder, name))
    else writeFileSync(join(folder, name), text)
  }
