// Cuts the color emoji font into parts that browsers load one by one. npm has such parts only with SVG glyphs, which
// Chromium doesn't draw.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FontSubsets } from './font-subsets.mjs'
import { woff2Of } from './woff2.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const require = createRequire(join(root, 'web/package.json'))
const fontPackage = dirname(require.resolve('@fontsource/noto-color-emoji/package.json'))
const library = require.resolve('harfbuzzjs/hb-subset.wasm')

/**
 * A first part for emoji that nearly every page shows: greetings, common reactions, and those of the welcome messages.
 * Joiners are included, because a sequence is drawn only from one font.
 */
const common =
  'U+200D,U+2705,U+2764,U+FE0F,U+1F389,U+1F419,U+1F440,U+1F44B,U+1F44D,U+1F4AF,U+1F525,U+1F600-1F60A,U+1F60D-1F60E,U+1F622,U+1F62E,U+1F642,U+1F64F,U+1F680,U+1F6E0,U+1F914'

/**
 * Of the ranges in the package, these have the emoji most in use: faces and hands, symbols, and people. Browsers ask parts
 * for an emoji with a joiner one after the other until one has all of it, the last declared part first.
 */
const frequent = [8, 2, 9]

/** The ranges of the parts. */
async function emojiRanges() {
  const ranges = JSON.parse(await readFile(join(fontPackage, 'unicode.json'), 'utf8'))
  return [...Object.values(ranges), common]
}

/** The parts in the order in which they're declared. */
function declarationOrder(ranges) {
  const others = [...ranges.keys()].filter((index) => index < ranges.length - 1 && !frequent.includes(index))
  return [...others, ...frequent, ranges.length - 1]
}

/** Files with the parts, cached until the font, a range, or a program here changes. */
async function filesOf(ranges) {
  const inputs = await Promise.all(
    [
      join(fontPackage, 'package.json'),
      library,
      ...['emoji-fonts', 'font-subsets', 'woff2'].map((name) => join(root, `scripts/${name}.mjs`)),
    ].map((file) => readFile(file)),
  )
  const key = inputs
    .reduce((hash, input) => hash.update(input), createHash('sha256'))
    .digest('hex')
    .slice(0, 16)
  const folder = join(root, 'node_modules/.cache/loquat', `emoji-fonts-${key}`)
  const files = ranges.map((_range, index) => join(folder, `noto-color-emoji-${index}.woff2`))
  if (existsSync(folder)) return files
  const fresh = `${folder}.${process.pid}`
  await mkdir(fresh, { recursive: true })
  const font = await readFile(join(fontPackage, 'files/noto-color-emoji-emoji-400-normal.woff'))
  const subsets = await FontSubsets.of(font, await readFile(library))
  for (const [index, range] of ranges.entries())
    await writeFile(join(fresh, `noto-color-emoji-${index}.woff2`), woff2Of(subsets.subset(range)))
  // another build may have been faster
  await rename(fresh, folder).catch(() => rm(fresh, { recursive: true, force: true }))
  return files
}

/** Provides `virtual:emoji-fonts`: URLs of the parts with their ranges. */
export function emojiFonts() {
  const name = 'virtual:emoji-fonts'
  // named after the package, so that its license is listed
  const id = `\0${fontPackage}/parts`
  return {
    name: 'parts of the emoji font',
    resolveId: (source) => (source === name ? id : undefined),
    async load(loaded) {
      if (loaded !== id) return
      const ranges = await emojiRanges()
      const files = await filesOf(ranges)
      const imports = files.map((file, index) => `import url${index} from ${JSON.stringify(`${file}?url`)}`)
      const parts = declarationOrder(ranges).map(
        (index) => `{ url: url${index}, range: ${JSON.stringify(ranges[index])} }`,
      )
      return [...imports, `export default [${parts.join(', ')}]`].join('\n')
    },
  }
}
