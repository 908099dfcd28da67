// Compiles the server's catalogs (src/texts) into dist/texts, one program per language. --types writes the types of the
// English texts; --check only reports whether these are current.

import { readFileSync, writeFileSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { languagesIn, readCatalog } from './messages/catalogs.mjs'
import { codeOfProgram, errorModule } from './messages/program.mjs'
import { interfaceOf } from './messages/types.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
export const catalogFolder = join(root, 'src/texts')
const typesFile = 'src/platform/languages/texts.generated.ts'

/** Each is replaced atomically, because a server may start at any time. */
export async function buildTexts(from = catalogFolder, to = join(root, 'dist/texts')) {
  await mkdir(to, { recursive: true })
  const english = readCatalog(from, 'en')
  const languages = languagesIn(from)
  for (const language of languages) {
    const fresh = join(to, `.new-${process.pid}-${language}`)
    await writeFile(fresh, codeOfProgram(english, language === 'en' ? english : readCatalog(from, language)))
    await rename(fresh, join(to, `${language}.cjs`))
  }
  for (const name of await readdir(to))
    if (name.endsWith('.cjs') && !languages.includes(name.slice(0, -'.cjs'.length))) await rm(join(to, name))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const types = interfaceOf(readCatalog(catalogFolder, 'en'), 'Texts', [errorModule])
  if (!process.argv.includes('--check')) writeFileSync(join(root, typesFile), types)
  else if (readFileSync(join(root, typesFile), 'utf8') !== types) {
    console.error(`${typesFile} is out of date: run npm run generate`)
    process.exitCode = 1
  }
}
