// Builds the web client into dist/web. Files are named by content and also compressed; the page is written last, so
// that a running server always finds a complete client.
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { licensesOf, packagesIn } from './licenses.mjs'
import { languages, textsIn } from './texts-in.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const compressible = new Set(['.js', '.css', '.svg'])
/** Maximum gzipped KB (of 1,024 bytes) of what the first view loads, and of each file that is loaded later. */
const budget = { script: 95, style: 11, later: 16 }
/** Bundles that every page loads (web/vite.config.ts), and LiveKit's client, for some calls. */
const largerFiles = { 'compose-box': 18, directory: 17.5, later: 20, 'livekit-client': 150 }
/** Maximum total size of on-demand code for peer-to-peer calls. Media server libraries are separate files. */
const maxCalls = 25
/** What judges passwords: most of it is a list of common ones, loaded where a password is chosen. */
const passwordProgram = 'password-strength.js'
const maxPasswordScript = 240
/** Translations are longer than English, and Arabic takes more bytes per letter. */
const inTranslation = 2
const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

const workerIn = (language) => (language === 'en' ? 'service-worker.js' : `service-worker.${language}.js`)
const pageIn = (language) => (language === 'en' ? 'index.html' : `index.${language}.html`)
/** 2 is the page that is written last. */
const isPage = (name) => (name === 'index.html' ? 2 : name.endsWith('.html') ? 1 : 0)

export async function buildWeb() {
  // in tests, libraries would otherwise include their development code
  process.env.NODE_ENV = 'production'
  const { build } = await import('vite')
  const fresh = join(root, 'dist', `.web-${process.pid}`)
  await rm(fresh, { recursive: true, force: true })
  const [filesOf, inEnglish, packages, ofCalls] = [{}, new Set(), new Set(), new Map()]
  const takesFrom = (output) => {
    for (const folder of packagesIn(output, join(root, 'web'))) packages.add(folder)
  }
  // what is the same in several languages gets the same name, so it's shared
  for (const language of languages) {
    const { output } = await build({
      configFile: join(root, 'web/vite.config.ts'),
      logLevel: 'warn',
      plugins: [textsIn(language)],
      build: { outDir: fresh, emptyOutDir: false },
    })
    takesFrom(output)
    ofCalls.set(language, filesOfCalls(output))
    filesOf[language] = keptByBrowsers(output.map(({ fileName }) => fileName))
    await rename(join(fresh, 'index.html'), join(fresh, `.page-${language}`))
    if (language === 'en') for (const name of await readdir(fresh)) inEnglish.add(name)
  }
  const screen = await buildFirstProgram(fresh)
  takesFrom(screen)
  const [{ fileName: firstProgram }] = screen
  inEnglish.add(firstProgram)
  for (const language of languages) {
    const page = await readFile(join(fresh, `.page-${language}`), 'utf8')
    await writeFile(join(fresh, pageIn(language)), withFirstProgram(page, firstProgram))
    await rm(join(fresh, `.page-${language}`))
    filesOf[language].push(firstProgram)
    takesFrom(await buildServiceWorker(fresh, language))
  }
  takesFrom(await buildPasswordProgram(fresh))
  const target = join(root, 'dist/web')
  await mkdir(target, { recursive: true })
  const names = await readdir(fresh)
  await writeFile(join(fresh, 'files.json'), JSON.stringify(filesOf))
  await writeFile(join(fresh, 'licenses.txt'), await licensesOf(packages, 'web client'))
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
  const problems = [...(await overBudget(fresh, inEnglish)), ...(await callsOverBudget(fresh, ofCalls))]
  if (problems.length > 0) {
    await rm(fresh, { recursive: true, force: true })
    throw new Error(`The web client is larger than it may be: ${problems.join('; ')}`)
  }
  // files of earlier builds stay for a while, for open pages
  for (const name of (await readdir(fresh)).sort((a, b) => isPage(a) - isPage(b))) {
    // two servers that start at once may build at once
    const arriving = join(target, `.${process.pid}.${name}`)
    await copyFile(join(fresh, name), arriving)
    await rename(arriving, join(target, name))
  }
  await prune(target, new Set(await readdir(fresh)))
  await rm(fresh, { recursive: true, force: true })
}

/** The service worker is one file at the server's root. */
function buildServiceWorker(folder, language) {
  return buildProgram('web/worker/service-worker.ts', { file: join(folder, workerIn(language)) }, [textsIn(language)])
}

/** Pages of the server and the client load it by one URL. */
function buildPasswordProgram(folder) {
  return buildProgram('src/platform/passwords/strength.ts', { file: join(folder, passwordProgram), format: 'es' })
}

function buildFirstProgram(folder) {
  return buildProgram('web/startup-snapshot/show.ts', { dir: folder, entryFileNames: 'screen-[hash].js' })
}

/** The page runs the first script, which starts the client; the client's file is preloaded. */
function withFirstProgram(page, screen) {
  const changed = page.replace(
    /<script type="module" crossorigin src="([^"]+)"><\/script>/,
    `<script defer src="app/${screen}"></script>\n  <link id="client" rel="modulepreload" crossorigin href="$1">`,
  )
  if (changed === page) throw new Error('The page of the web client has no script')
  return changed
}

async function buildProgram(input, output, plugins = []) {
  const { rolldown } = await import('rolldown')
  const build = await rolldown({
    input: join(root, input),
    platform: 'browser',
    cwd: root,
    plugins,
    resolve: {
      alias: { '#contract': join(root, 'src/contract/index.ts'), zod: join(root, 'web/declarations/zod.ts') },
    },
  })
  const { output: written } = await build.write({ format: 'iife', minify: true, ...output })
  await build.close()
  return written
}

/** The client's files that the service worker caches: not the emoji fonts and LiveKit’s client, which most browsers never load. */
const neverKept = /^(noto-color-emoji|livekit-client)/
function keptByBrowsers(names) {
  return names.filter((name) => /\.(js|css|woff2)$/.test(name) && !neverKept.test(name)).sort()
}

/** How long a page opened with an earlier build can still load its parts. */
const keptMs = 14 * 24 * 3600 * 1000

/** Removes what no build within `keptMs` has written, in a folder where each build rewrites all its files. */
export async function prune(folder, current, now = Date.now()) {
  for (const name of await readdir(folder)) {
    const file = join(folder, name)
    // another build may have removed or replaced it
    const { mtimeMs = now } = await stat(file).catch(() => ({}))
    // the page of a language that's gone would still be served
    const isOver = now - mtimeMs > keptMs || isPage(name) > 0
    if (!current.has(name) && isOver) await rm(file, { force: true })
  }
}

/** Files with code for calls, without that for media servers. */
export const filesOfCalls = (output) =>
  output.filter(({ type, moduleIds }) => type === 'chunk' && moduleIds.some(isOfCalls)).map(({ fileName }) => fileName)
const isOfCalls = (id) => /\/web\/calls\/(?![\w-]*livekit)[\w-]+\.tsx?$/.test(id)

/** Languages whose files for calls exceed the limit, gzipped. Files of the first view have their own limit. */
export async function callsOverBudget(folder, byLanguage, most = maxCalls) {
  const problems = []
  for (const [language, names] of byLanguage) {
    const page = await readFile(join(folder, pageIn(language)), 'utf8')
    let size = 0
    for (const name of names) if (!page.includes(name)) size += (await stat(join(folder, `${name}.gz`))).size / 1024
    const limit = most + (language === 'en' ? 0 : inTranslation)
    if (size > limit) problems.push(`calls in ${language} load ${size.toFixed(1)} KB instead of ${limit}`)
  }
  return problems
}

async function overBudget(folder, inEnglish) {
  const names = (await readdir(folder)).filter((name) => ['.js', '.css'].includes(extname(name)))
  const sizes = new Map()
  for (const name of names) sizes.set(name, (await stat(join(folder, `${name}.gz`))).size / 1024)
  const pages = new Map()
  for (const language of languages) pages.set(language, await readFile(join(folder, pageIn(language)), 'utf8'))
  const problems = []
  for (const [language, page] of pages) {
    const script = budget.script + (language === 'en' ? 0 : inTranslation)
    for (const [ending, kind, most] of [
      ['.js', 'script', script],
      ['.css', 'style', budget.style],
    ]) {
      const first = names.filter((name) => extname(name) === ending && page.includes(name))
      const size = first.reduce((sum, name) => sum + sizes.get(name), 0)
      if (size > most)
        problems.push(`${kind} of the first view in ${language} has ${size.toFixed(1)} KB instead of ${most}`)
    }
  }
  const isFirst = (name) => [...pages.values()].some((page) => page.includes(name))
  for (const [name, size] of sizes) {
    const most =
      (name === passwordProgram ? maxPasswordScript : (largerFiles[name.replace(/-.{8}\.js$/, '')] ?? budget.later)) +
      (inEnglish.has(name) ? 0 : inTranslation)
    if (!isFirst(name) && size > most) problems.push(`${name} has ${size.toFixed(1)} KB instead of ${most}`)
  }
  return problems
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildWeb()
