import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin, type PluginOption } from 'vite'
import { emojiFonts } from '../scripts/emoji-fonts.mjs'
import { forBrowsers } from './declarations/for-browsers.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Class names that the server renames in formulas: see src/platform/markdown/math.ts. */
const renamed =
  /\.katex-(accent|base|fix|hdashline|hline|inner|newline|overlay|overline|root|rule|sizing|smash|sout|stretchy|strut|tag|thinbox|underline|vbox)(?![\w-])/g

/** Keeps only the font format that browsers load, and renames classes to match the server's formulas. */
const libraryStyles: Plugin = {
  name: 'styles of libraries',
  enforce: 'pre',
  transform(code, id) {
    if (!/(katex\/dist|@fontsource\/[\w-]+)\/[\w.-]+\.css$/.test(id)) return
    const one = code.replace(/,\s*url\([^)]*\.(?:woff|ttf)\)\s*format\((["'])(?:woff|truetype)\1\)/g, '')
    return id.includes('katex') ? one.replace(renamed, '.$1') : one
  },
}

/** Turndown probes for a parser that the page's CSP forbids; we only pass it parsed nodes. */
const withoutParser: Plugin = {
  name: 'converter without a parser',
  transform: (code, id) =>
    /turndown[^/]*\/lib\/turndown\.browser\.es\.js/.test(id)
      ? code.replace('canParseHTMLNatively() ? root.DOMParser : createHTMLParser()', 'undefined')
      : undefined,
}

/** Makes URLs relative (the server may be below a path): in scripts and styles to their file, else to the page. */
const besideThePage: Plugin = {
  name: 'addresses that are relative',
  apply: 'build',
  enforce: 'post',
  transformIndexHtml: {
    order: 'post',
    // the workbench is always served from the root
    handler: (page, { path }) => (path === '/index.html' ? page.replaceAll('="/app/', '="app/') : page),
  },
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'chunk') file.code = file.code.replace(/(["'`])\/app\//g, '$1./')
      else if (file.fileName.endsWith('.css'))
        file.source = String(file.source).replace(/url\((["']?)\/app\//g, 'url($1')
  },
}

const serverUrl = process.env.LOQUAT_DEV_SERVER ?? 'http://127.0.0.1:9991'

/** Dev server: CSP and access come from the server, the page from Vite. The CSP also allows styles with this nonce. */
const pageOfServer = (nonce: string): Plugin => ({
  name: 'page of the server',
  configureServer(vite) {
    vite.middlewares.use(async (request, response, next) => {
      if (request.method !== 'GET' || request.url?.split('?')[0] !== '/') return next()
      try {
        const headers = { cookie: request.headers.cookie ?? '' }
        const answer = await fetch(serverUrl, { headers, redirect: 'manual' })
        const account = /<html[^>]* data-account="(\d+)"/.exec(await answer.text())?.[1]
        // not signed in yet
        if (!account) return next()
        const page = await vite.transformIndexHtml('/app/', await readFile(here('index.html'), 'utf8'))
        const policy = answer.headers.get('content-security-policy') ?? ''
        response.setHeader(
          'content-security-policy',
          policy.replace("style-src 'self'", `style-src 'self' 'nonce-${nonce}'`),
        )
        response.setHeader('content-type', 'text/html; charset=utf-8')
        response.setHeader('cache-control', 'no-store')
        response.end(page.replace('<html', `<html data-account="${account}"`))
      } catch (problem) {
        next(problem)
      }
    })
  },
})

/** Hot reload for components, if scripts/tools.mjs has installed it, as `npm run dev` does. */
function hotReload(): PluginOption {
  const program = here('../tools/node_modules/@prefresh/vite')
  return existsSync(program) ? createRequire(import.meta.url)(program)() : []
}

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

function withImports(id: string, modules: Modules, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found
  found.add(id)
  for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) withImports(imported, modules, found)
  return found
}

/**
 * Chunk with the modules that at least `least` of the users import. perf: else each set of users would make a file of
 * what they share, most smaller than what asking for it takes.
 */
const together = (name: string, users: readonly string[], least = 1) => {
  for (const user of users)
    if (!existsSync(here(user))) throw new Error(`The group ${name} names a missing file: ${user}`)
  let needed: ReadonlySet<string>[] | undefined
  return {
    debugName: name,
    name: (id: string, modules: Modules) => {
      needed ??= users.map((user) => withImports(here(user), modules))
      return needed.filter((all) => all.has(id)).length >= least ? name : null
    },
  }
}

/** Created per build, because each language has its own texts. */
const filesOfTheirOwn = () => [
  // the usual first view, requested along with the API calls
  together('inbox', ['inbox/inbox.tsx']),
  // what every page loads once its first view is there
  together(
    'shared',
    ['app/later.ts', 'compose/begin.ts', 'compose/compose-box.tsx', 'people/people.tsx', 'message-actions/toolbar.tsx'],
    2,
  ),
  together('compose-box', ['compose/compose-box.tsx']),
  together('people', ['people/people.tsx']),
  together('later', ['app/later.ts']),
  // also shown without the directory, which has most of its parts
  together('channel-welcome', ['channel-browser/channel-welcome.tsx']),
  // views that every page preloads when idle
  together(
    'views',
    ['search/field.tsx', 'search/results.tsx', 'topics/topics.tsx', 'channel-browser/directory.tsx'],
    2,
  ),
  // shares most of its parts with one settings page or another
  together('directory', ['channel-browser/directory.tsx']),
]

/** LiveKit's client with what only it needs. */
const livekitPackages =
  /\/node_modules\/(livekit-client|@livekit|@bufbuild|events|jose|loglevel|sdp|sdp-transform|tslib|typed-emitter|webrtc-adapter)\//

const nonce = randomUUID()

export default defineConfig(({ command, mode }) => ({
  root: here('.'),
  base: '/app/',
  plugins: [
    libraryStyles,
    withoutParser,
    emojiFonts(),
    besideThePage,
    forBrowsers,
    ...(command === 'serve' ? [hotReload(), pageOfServer(nonce)] : []),
  ],
  ...(command === 'serve' ? { html: { cspNonce: nonce } } : {}),
  resolve: {
    alias: [
      { find: '#contract', replacement: here('../src/contract/index.ts') },
      // declarations are only read here; the server validates values
      { find: /^zod$/, replacement: here('declarations/zod.ts') },
    ],
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: here('../dist/web'),
    emptyOutDir: false,
    target: 'es2023',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // LiveKit's client; scripts/build-web.mjs has a budget for each file
    chunkSizeWarningLimit: 600,
    rollupOptions: {
      output: {
        entryFileNames: '[name]-[hash].js',
        chunkFileNames: '[name]-[hash].js',
        assetFileNames: '[name]-[hash][extname]',
        // `without-evaluation` must run before the first schema is created, so it's in the same chunk;
        // declarations that the first view doesn't need go into the chunks that use them
        codeSplitting: {
          groups: [
            { name: 'contract', tags: ['$initial'], test: /without-evaluation|\/zod\/|\/src\/(contract|features)\// },
            // one chunk for the first view, rather than one per part shared with a later chunk;
            // the workbench awaits main.tsx, so it can't be in the same chunk
            { name: 'first', tags: ['$initial'], test: /^(?!.*\/workbench\/)/ },
            // a file of its own without texts is the same for all languages
            { name: 'livekit-client', test: livekitPackages },
            // the workbench loads everything at once
            ...(mode === 'workbench' ? [] : filesOfTheirOwn()),
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 9992,
    strictPort: true,
    proxy: { '^/(?!app/|@|node_modules)': { target: serverUrl, ws: false } },
  },
}))
