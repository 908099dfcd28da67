// Bundles the server into dist/loquat.js: it starts faster than many small files and needs no TypeScript at run time.
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const { dependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
const external = Object.keys(dependencies).flatMap((name) => [name, new RegExp(`^${name}/`)])

const rolled = (entry) =>
  rolldown({ input: join(root, entry), external: [/^node:/, ...external], platform: 'node', cwd: root })

/** Bundles one entry for Node into one file; packages stay outside. */
export async function bundle(entry, file, options = {}) {
  const build = await rolled(entry)
  await build.write({ file: join(root, file), format: 'esm', sourcemap: true, codeSplitting: false, ...options })
  await build.close()
}

/** Programs of threads and of processes beside the server. Node 20 runs no TypeScript, so the tests, which run the sources, need them as well. */
const workers = {
  backup: 'src/platform/backups/program.ts',
  database: 'src/platform/db/thread-program.ts',
  mail: 'src/platform/received-mail/thread-program.ts',
  pdf: 'src/platform/documents/pdf-process.ts',
  render: 'src/platform/markdown/rendering/thread.ts',
}

/** Each is one file, dist/workers/<name>.js, replaced at once: a thread may start at any time. */
export async function buildWorkers() {
  await mkdir(join(root, 'dist/workers'), { recursive: true })
  for (const [name, entry] of Object.entries(workers)) {
    const file = `dist/workers/${name}.js`
    const fresh = `dist/workers/.new-${process.pid}-${name}.js`
    await bundle(entry, fresh, { sourcemap: false })
    await rename(join(root, fresh), join(root, file))
  }
}

/**
 * The server: dist/loquat.js and chunks that are loaded when they are needed. Chunks carry their content's hash in
 * their name and the entry comes last, so that a process starting meanwhile finds a whole bundle, old or new.
 */
export async function buildServer() {
  await buildWorkers()
  const dist = join(root, 'dist')
  const fresh = join(dist, `.new-${process.pid}`)
  const build = await rolled('src/main.ts')
  const { output } = await build.write({
    dir: fresh,
    format: 'esm',
    sourcemap: true,
    entryFileNames: 'loquat.js',
    chunkFileNames: 'chunks/[name]-[hash].js',
  })
  await build.close()
  await mkdir(join(dist, 'chunks'), { recursive: true })
  const names = output.map(({ fileName }) => fileName)
  for (const name of names.sort((a, b) => Number(a.startsWith('loquat.js')) - Number(b.startsWith('loquat.js'))))
    await rename(join(fresh, name), join(dist, name))
  await rm(fresh, { recursive: true, force: true })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildServer()
