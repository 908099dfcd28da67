import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin, type PluginOption } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Class names that the server's formulas have in place of the library's own: see src/platform/markdown/math.ts. */
const renamed =
  /\.katex-(accent|base|fix|hdashline|hline|inner|newline|overlay|overline|root|rule|sizing|smash|sout|stretchy|strut|tag|thinbox|underline|vbox)(?![\w-])/g

/** Only the one format of fonts that browsers ask for; formulas in the words of the server's markup. */
const libraryStyles: Plugin = {
  name: 'styles of libraries',
  enforce: 'pre',
  transform(code, id) {
    if (!/(katex\/dist|@fontsource\/[\w-]+)\/[\w.-]+\.css$/.test(id)) return
    const one = code.replace(/,\s*url\([^)]*\.(?:woff|ttf)\)\s*format\((["'])(?:woff|truetype)\1\)/g, '')
    return id.includes('katex') ? one.replace(renamed, '.$1') : one
  },
}

/** The converter of pasted text tries out a parser that the page's policy forbids; it is only given what is parsed. */
const withoutParser: Plugin = {
  name: 'converter without a parser',
  transform: (code, id) =>
    /turndown[^/]*\/lib\/turndown\.browser\.es\.js/.test(id)
      ? code.replace('canParseHTMLNatively() ? root.DOMParser : createHTMLParser()', 'undefined')
      : undefined,
}

/** The server may live below a path: scripts and styles name others from their own file on, the page from itself on. */
const besideThePage: Plugin = {
  name: 'addresses that are relative',
  apply: 'build',
  enforce: 'post',
  transformIndexHtml: {
    order: 'post',
    // the workbench is always at its own place
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

/**
 * While one works on the client: the server says who may see its page, and under which policy; the page itself is Vite's.
 * The policy is weaker in one thing: styles that bear the number of this start may be put into the page.
 */
const pageOfServer = (nonce: string): Plugin => ({
  name: 'page of the server',
  configureServer(vite) {
    vite.middlewares.use(async (request, response, next) => {
      if (request.method !== 'GET' || request.url?.split('?')[0] !== '/') return next()
      try {
        const headers = { cookie: request.headers.cookie ?? '' }
        const answer = await fetch(serverUrl, { headers, redirect: 'manual' })
        const account = /<html[^>]* data-account="(\d+)"/.exec(await answer.text())?.[1]
        // somebody has to sign in first
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

/** Swaps components while one works on them; there once scripts/tools.mjs has put it there, as npm run dev does. */
function hotReload(): PluginOption {
  const program = here('../tools/node_modules/@prefresh/vite')
  return existsSync(program) ? createRequire(import.meta.url)(program)() : []
}

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

/** A module and all that it cannot do without, as absolute paths. */
function withImports(id: string, modules: Modules, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found
  found.add(id)
  for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) withImports(imported, modules, found)
  return found
}

/**
 * A group of the bundler: what that many of the modules need, in one file. perf: else each set of users would make a file
 * of what they share, most smaller than what asking for it takes.
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

/** Made for each build, as languages have texts of their own. */
const filesOfTheirOwn = () => [
  // what most pages show first, asked for while the server is
  together('inbox', ['inbox/inbox.tsx']),
  // what every page loads once its first view is there
  together('compose-box', ['compose/compose-box.tsx']),
  together('people', ['people/people.tsx']),
  together('later', ['app/later.ts']),
  // the views that every page loads once it has nothing else to do
  together(
    'views',
    [
      'recent/recent.tsx',
      'catch-up/catch-up.tsx',
      'search/field.tsx',
      'search/results.tsx',
      'topics/topics.tsx',
      'channel-browser/directory.tsx',
    ],
    2,
  ),
]

const nonce = randomUUID()

export default defineConfig(({ command, mode }) => ({
  root: here('.'),
  base: '/app/',
  plugins: [
    libraryStyles,
    withoutParser,
    besideThePage,
    ...(command === 'serve' ? [hotReload(), pageOfServer(nonce)] : []),
  ],
  ...(command === 'serve' ? { html: { cspNonce: nonce } } : {}),
  resolve: {
    alias: [
      { find: '#contract', replacement: here('../src/contract/index.ts') },
      // declarations are read here, and values checked by the server alone
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
    rollupOptions: {
      output: {
        entryFileNames: '[name]-[hash].js',
        chunkFileNames: '[name]-[hash].js',
        assetFileNames: '[name]-[hash][extname]',
        // what forbids code that is made at run time runs before the first schema is made: it is to be in the same file
        // declarations that the first view does not need come with what needs them
        codeSplitting: {
          groups: [
            { name: 'contract', tags: ['$initial'], test: /without-evaluation|\/zod\/|\/src\/(contract|features)\// },
            // what the page begins with comes in one file, and not in one for each part that something later needs as well
            // the workbench waits in its own file for what this one begins with
            { name: 'first', tags: ['$initial'], test: /^(?!.*\/workbench\/)/ },
            // it has everything at once
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
