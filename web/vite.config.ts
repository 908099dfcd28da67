import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'

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

/** Swaps components while one works on them; not there where the client is only built. */
const hotReload = '@prefresh/vite'

export default defineConfig(async ({ command }) => ({
  root: here('.'),
  base: '/app/',
  plugins: [libraryStyles, ...(command === 'serve' ? [(await import(hotReload)).default()] : [])],
  resolve: { alias: { '#contract': here('../src/contract/index.ts') } },
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
      },
    },
  },
  server: {
    port: 9992,
    strictPort: true,
    proxy: { '^/(?!app/|@|node_modules)': { target: 'http://127.0.0.1:9991', ws: false } },
  },
}))
