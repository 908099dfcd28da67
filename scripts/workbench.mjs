// npm run workbench: a page with every view of the web client in each state, without a server.
import { readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { bundle } from './build.mjs'
import { pseudoLanguages } from './messages/pseudo.mjs'
import { languages, textsIn } from './texts-in.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const face = (number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="hsl(${number * 85} 45% 45%)" d="M0 0h9v9H0z"/></svg>`

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><path fill="#d98e04" d="M0 0h300v200H0z"/></svg>'

/** A module of the server, bundled. */
async function loaded(entry) {
  const file = `node_modules/.cache/loquat/specimens-${process.pid}.mjs`
  await bundle(entry, file, { sourcemap: false })
  const module = await import(`${pathToFileURL(join(root, file))}?${entry}`)
  await rm(join(root, file))
  return module
}

/** One text of every kind, and a message of each tool, as the server renders them, regenerated at each start. */
async function specimens() {
  const { specimensOfTexts } = await loaded('src/platform/markdown/specimens.ts')
  const { specimensOfTools } = await loaded('scripts/tool-specimens.ts')
  return JSON.stringify({ ...specimensOfTexts(), ...(await specimensOfTools()) })
}

/** Middleware for what the pages show: images, and texts as the server renders them. */
function beside(rendered) {
  return (request, response, next) => {
    if (request.url === '/specimens.json') return response.setHeader('content-type', 'application/json').end(rendered)
    if (/^\/(external_content|user_uploads|user_avatars|static\/(images|generated))\//.test(request.url ?? ''))
      return response.setHeader('content-type', 'image/svg+xml').end(drawing)
    // no later handler has it
    if (/^\/(favicon\.ico|static\/icon\.png)$/.test(request.url ?? ''))
      return response.setHeader('content-type', 'image/svg+xml').end(face(1))
    const number = /^(?:\/app\/workbench)?\/avatar\/(\d+)\//.exec(request.url ?? '')?.[1]
    if (!number) return next()
    // one of them has an image that fails to load
    if (number === '4') return response.writeHead(404).end()
    response.setHeader('content-type', 'image/svg+xml').end(face(Number(number)))
  }
}

const where = (server) => `http://127.0.0.1:${server.httpServer.address().port}/app/workbench/`

/** With hot reload, to work on the views. */
export async function createWorkbench(port, language = 'en') {
  const { createServer } = await import('vite')
  const handler = beside(await specimens())
  const vite = await createServer({
    configFile: join(root, 'web/vite.config.ts'),
    logLevel: 'error',
    server: { port, strictPort: port !== 0, proxy: {} },
    plugins: [
      textsIn(language),
      { name: 'pictures and texts', configureServer: ({ middlewares }) => void middlewares.use(handler) },
    ],
  })
  await vite.listen()
  return { url: where(vite), close: () => vite.close() }
}

/** The production build, for opening many views one after the other: a page loads few files instead of hundreds. */
export async function buildWorkbench(language = 'en', { hasEmoji = true } = {}) {
  const { build, preview } = await import('vite')
  const handler = beside(await specimens())
  const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
  const rules = { path: '/axe.js', text: await readFile(axe, 'utf8') }
  const outDir = join(root, `node_modules/.cache/loquat/workbench-${process.pid}-${language}`)
  const configFile = join(root, 'web/vite.config.ts')
  const input = join(root, 'web/workbench/index.html')
  await build({
    configFile,
    mode: 'workbench',
    logLevel: 'error',
    plugins: [textsIn(language)],
    build: { outDir, emptyOutDir: true, rolldownOptions: { input } },
  })
  const vite = await preview({
    configFile,
    logLevel: 'error',
    build: { outDir },
    preview: { port: 0, host: '127.0.0.1', proxy: {} },
    plugins: [
      {
        name: 'pictures and texts',
        configurePreviewServer({ middlewares }) {
          // perf: each entry's page requests hundreds of files, and browsers also cache their compiled code
          middlewares.use((request, response, next) => {
            if (!/\/workbench\/(\?|$)/.test(request.url ?? ''))
              response.setHeader('cache-control', 'public, max-age=31536000, immutable')
            next()
          })
          // perf: unpacking fonts of emoji takes a page longer than all the rest
          if (!hasEmoji)
            middlewares.use((request, response, next) =>
              /noto-color-emoji[^/]*\.woff2$/.test(request.url ?? '') ? response.writeHead(404).end() : next(),
            )
          middlewares.use(handler)
          middlewares.use(rules.path, (_request, response) =>
            response.setHeader('content-type', 'text/javascript').end(rules.text),
          )
        },
      },
    ],
  })
  return {
    url: where(vite),
    rules: rules.path,
    async close() {
      await vite.close()
      await rm(outDir, { recursive: true })
    },
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [language = 'en'] = process.argv.slice(2)
  const known = [...languages, ...pseudoLanguages.keys()]
  if (!known.includes(language)) {
    console.error(`There are no texts in ${language}. Choose one of ${known.join(', ')}.`)
    process.exit(1)
  }
  const { url } = await createWorkbench(9993, language)
  console.log(`The workbench is at ${url}. For another language: npm run workbench ${known.join('|')}`)
}
