// Bundles the benchmarks, because Node 20 doesn't run TypeScript, and runs them.
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildServer, bundle } from '../scripts/build.mjs'
import { buildWeb } from '../scripts/build-web.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
await buildServer()
await bundle('bench/main.ts', 'dist/bench/main.js')
if (process.argv.length < 3 || process.argv.includes('web')) await buildWeb()
await bundle('bench/bare.ts', 'dist/bench/bare.js')
const child = spawn(
  process.execPath,
  ['--enable-source-maps', join(root, 'dist/bench/main.js'), ...process.argv.slice(2)],
  {
    stdio: 'inherit',
  },
)
child.on('exit', (code) => process.exit(code ?? 1))
