// Runs the linter and formatter with the given arguments.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { tools } from './tools.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

export const biome = () => join(tools(), '@biomejs/biome/bin/biome')

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { status } = spawnSync(process.execPath, [biome(), ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' })
  process.exitCode = status ?? 1
}
