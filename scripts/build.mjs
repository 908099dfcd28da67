// Bundles the server into dist/loquat.js: it starts faster than many small files and needs no TypeScript at run time.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const external = Object.keys(dependencies).flatMap((name) => [name, new RegExp(`^${name}/`)])

/** Bundles one entry for Node; packages stay outside. */
export async function bundle(entry, file, options = {}) {
  const build = await rolldown({
    input: join(root, entry),
    external: [/^node:/, ...external],
    platform: 'node',
    cwd: root,
  })
  await build.write({ file: join(root, file), format: 'esm', sourcemap: true, inlineDynamicImports: true, ...options })
  await build.close()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundle('src/main.ts', 'dist/loquat.js')
