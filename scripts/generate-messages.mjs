// Writes the types of the web client’s texts from the English catalog. With --check, only reports outdated ones.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCatalog } from './messages/catalogs.mjs'
import { declarationsOf } from './messages/types.mjs'
import { texts } from './texts-in.mjs'

const file = join(texts, 'messages.generated.d.ts')
const declarations = declarationsOf(readCatalog(texts, 'en'))
if (!process.argv.includes('--check')) writeFileSync(file, declarations)
else if (readFileSync(file, 'utf8') !== declarations) {
  console.log('web/texts/messages.generated.d.ts isn’t current: run npm run generate')
  process.exitCode = 1
}
