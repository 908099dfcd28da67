// Builds the web client into dist/web: files named by their content, each also compressed, and the page last, so that a
// running server always finds a whole client, old or new.
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const compressible = new Set(['.js', '.css', '.svg'])
/** Most KB (of 1,024 bytes) that gzip makes of what the first view loads, and of each file that is loaded later. */
const budget = { script: 91, style: 11, later: 16 }
const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

export async function buildWeb() {
  // the same client whoever builds it: where tests run, libraries would bring what they have for development
  process.env.NODE_ENV = 'production'
  const { build } = await import('vite')
  const fresh = join(root, 'dist', `.web-${process.pid}`)
  await build({
    configFile: join(root, 'web/vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: fresh, emptyOutDir: true },
  })
  const target = join(root, 'dist/web')
  await mkdir(target, { recursive: true })
  const names = await readdir(fresh)
  for (const name of names) {
    if (!compressible.has(extname(name))) continue
    const content = await readFile(join(fresh, name))
    await writeFile(
      join(fresh, `${name}.br`),
      await brotli(content, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
      }),
    )
    await writeFile(join(fresh, `${name}.gz`), await gzipped(content, { level: 9 }))
  }
  const problems = await overBudget(fresh)
  if (problems.length > 0) {
    await rm(fresh, { recursive: true, force: true })
    throw new Error(`The web client is larger than it may be: ${problems.join('; ')}`)
  }
  // files of earlier builds stay for a while, for pages that are open
  for (const name of (await readdir(fresh)).sort((a, b) => Number(a === 'index.html') - Number(b === 'index.html'))) {
    await copyFile(join(fresh, name), join(target, `.${name}`))
    await rename(join(target, `.${name}`), join(target, name))
  }
  await prune(target, new Set(await readdir(fresh)))
  await rm(fresh, { recursive: true, force: true })
}

/** How long a page that was opened with an earlier build may go on loading its parts. */
const keptMs = 14 * 24 * 3600 * 1000

/** Takes away what no build of the last weeks has written, in a folder where each build writes all its files anew. */
export async function prune(folder, current, now = Date.now()) {
  for (const name of await readdir(folder)) {
    const file = join(folder, name)
    if (!current.has(name) && now - (await stat(file)).mtimeMs > keptMs) await rm(file, { force: true })
  }
}

/** What is larger than it may be, in words. */
async function overBudget(folder) {
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  const [first, later] = [{ '.js': 0, '.css': 0 }, []]
  for (const name of (await readdir(folder)).filter((one) => extname(one) in first)) {
    const size = (await stat(join(folder, `${name}.gz`))).size / 1024
    if (page.includes(name)) first[extname(name)] += size
    else if (size > budget.later) later.push(`${name} has ${size.toFixed(1)} KB instead of ${budget.later}`)
  }
  const most = { '.js': budget.script, '.css': budget.style }
  return [
    ...Object.keys(first)
      .filter((kind) => first[kind] > most[kind])
      .map((kind) => `${kind} of the first view has ${first[kind].toFixed(1)} KB instead of ${most[kind]}`),
    ...later,
  ]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildWeb()
