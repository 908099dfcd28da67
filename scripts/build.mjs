// Bundles the server into dist/loquat.js: it starts faster than many small files and needs no TypeScript at run time.
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { rolldown } from 'rolldown'
import { licensesOf, packagesIn } from './licenses.mjs'
import { buildTexts } from './server-texts.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const { dependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
/** Packages with native code, or with files read at run time, can't be bundled. */
export const unbundled = [
  '@electric-sql/pglite',
  '@fastify/swagger-ui',
  '@node-rs/argon2',
  '@node-saml/node-saml',
  'highlight.js',
  'katex',
  'libsodium-wrappers',
  'sharp',
  'unpdf',
]

const rolled = (entry, outside = Object.keys(dependencies)) =>
  rolldown({
    input: join(root, entry),
    external: [/^node:/, ...outside.flatMap((name) => [name, new RegExp(`^${name}/`)])],
    platform: 'node',
    cwd: root,
  })

/** Bundles one entry for Node into one file, without packages. */
export async function bundle(entry, file, options = {}) {
  const build = await rolled(entry)
  await build.write({ file: join(root, file), format: 'esm', sourcemap: true, codeSplitting: false, ...options })
  await build.close()
}

/** Programs of worker threads and child processes. Tests need them too, because Node 20 runs no TypeScript. */
const workers = {
  backup: 'src/platform/backups/program.ts',
  database: 'src/platform/db/thread-program.ts',
  mail: 'src/platform/received-mail/thread-program.ts',
  password: 'src/platform/passwords/thread-program.ts',
  pdf: 'src/platform/documents/pdf-process.ts',
  render: 'src/platform/markdown/rendering/thread.ts',
  template: 'src/features/integrations/incoming-webhooks/tools/generic/thread-program.ts',
}

/**
 * One file each, replaced atomically, because a thread may start at any time; and the files that one of them unpacks.
 */
async function buildWorkers() {
  await mkdir(join(root, 'dist/workers'), { recursive: true })
  for (const [name, entry] of Object.entries(workers)) {
    const file = `dist/workers/${name}.js`
    const fresh = `dist/workers/.new-${process.pid}-${name}.js`
    await bundle(entry, fresh, { sourcemap: false })
    await rename(join(root, fresh), join(root, file))
  }
  await buildNewDatabases()
}

/** Builds what a server loads at run time and the tests need as well: workers, files for new databases, and texts. */
export async function buildParts() {
  await buildWorkers()
  await buildTexts()
}

/**
 * An empty database (dist/workers/new-database.tar.br), and one with this version's migrations
 * (first-database-KEY.tar.br). Both are cached until the library or a migration changes, because they take seconds of
 * CPU time.
 */
async function buildNewDatabases() {
  const { version } = JSON.parse(await readFile(join(root, 'node_modules/@electric-sql/pglite/package.json'), 'utf8'))
  const program = `dist/workers/.new-${process.pid}-migrate.js`
  await bundle('src/platform/db/migrate.ts', program, { sourcemap: false })
  const { migrationScripts, migrationsKey } = await import(pathToFileURL(join(root, program)).href)
  await rm(join(root, program))
  const scripts = await migrationScripts()
  const first = `first-database-${migrationsKey(scripts)}.tar.br`
  await placeDatabase('new-database.tar.br', `new-database-${version}.tar.br`, [])
  await placeDatabase(first, `${version}-${first}`, scripts)
  for (const name of await readdir(join(root, 'dist/workers')))
    if (/^first-database-/.test(name) && name !== first) await rm(join(root, 'dist/workers', name), { force: true })
}

async function placeDatabase(name, cachedAs, scripts) {
  const cache = join(root, 'node_modules/.cache/loquat')
  const kept = join(cache, cachedAs)
  if (!existsSync(kept)) {
    await mkdir(cache, { recursive: true })
    await writeFile(`${kept}.${process.pid}`, await newDatabase(scripts))
    await rename(`${kept}.${process.pid}`, kept)
  }
  const fresh = join(root, `dist/workers/.new-${process.pid}-database`)
  await copyFile(kept, fresh)
  await rename(fresh, join(root, 'dist/workers', name))
}

/** Template databases aren't needed, and are two thirds of all files in every copy. */
const withoutTemplates = [
  'update pg_database set datistemplate = false',
  'drop database template1',
  'drop database template0',
  'checkpoint',
]

async function newDatabase(scripts) {
  const { PGlite } = await import('@electric-sql/pglite')
  const { pack } = await import('tar-stream')
  const folder = await mkdtemp(join(tmpdir(), 'loquat-new-database-'))
  try {
    const dataDir = join(folder, 'database')
    const database = await PGlite.create({ dataDir })
    for (const { script } of scripts) await database.exec(script)
    for (const statement of withoutTemplates) await database.exec(statement)
    await database.close()
    const archive = pack()
    const whole = buffer(archive)
    const entries = await readdir(dataDir, { withFileTypes: true, recursive: true })
    const paths = entries.map((entry) => [join(entry.parentPath, entry.name), entry.isDirectory()])
    for (const [path, isFolder] of paths.sort(([one], [other]) => (one < other ? -1 : 1))) {
      const name = path.slice(dataDir.length + 1).replaceAll('\\', '/')
      if (isFolder) archive.entry({ name, type: 'directory' })
      else archive.entry({ name }, await readFile(path))
    }
    archive.finalize()
    const size = { [constants.BROTLI_PARAM_SIZE_HINT]: (await whole).length }
    return brotliCompressSync(await whole, { params: { [constants.BROTLI_PARAM_QUALITY]: 9, ...size } })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The router needs these only for JSON schemas, which no route has. They'd be half of its chunk. */
const neverRequired = ['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler']

/**
 * perf: V8 keeps a script's text in memory, with two bytes per character if any of them isn't Latin-1: 20 MB without
 * this, 9 MB with it. Names aren't mangled, so stack traces show them.
 */
const compact = { compress: false, mangle: false, codegen: { removeWhitespace: true, asciiOnly: true } }

/** Escapes the characters that the bundler doesn't, those in tagged templates. */
function escapeWide(code) {
  if (/String\.raw`[^`]*[^\x00-\xff]/.test(code)) throw new Error('a raw template has characters outside Latin-1')
  return code.replace(/[^\x00-\xff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/**
 * dist/loquat.js, chunks loaded on demand (a command starts in half the time), and dist/licenses.txt. Chunks are named
 * by content and the entry is written last, so a process that starts during a build finds a complete bundle.
 */
export async function buildServer() {
  await buildParts()
  const dist = join(root, 'dist')
  const fresh = join(dist, `.new-${process.pid}`)
  const build = await rolled('src/main.ts', [...unbundled, ...neverRequired])
  const { output } = await build.write({
    dir: fresh,
    format: 'esm',
    sourcemap: true,
    entryFileNames: 'loquat.js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    minify: compact,
  })
  await build.close()
  await writeFile(join(dist, 'licenses.txt'), await licensesOf(packagesIn(output, root), 'server'))
  await mkdir(join(dist, 'chunks'), { recursive: true })
  for (const { type, fileName, code } of output)
    if (type === 'chunk') await writeFile(join(fresh, fileName), escapeWide(code))
  const names = output.map(({ fileName }) => fileName)
  for (const name of names.sort((a, b) => Number(a.startsWith('loquat.js')) - Number(b.startsWith('loquat.js'))))
    await rename(join(fresh, name), join(dist, name))
  await rm(fresh, { recursive: true, force: true })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildServer()
