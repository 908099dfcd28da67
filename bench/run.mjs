// Bundles the benchmarks, because Node 20 doesn't run TypeScript, and runs them.
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildServer, bundle } from '../scripts/build.mjs'
import { buildWeb } from '../scripts/build-web.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
await buildServer()
const args = process.argv.slice(2)
const isComparison = args.some((arg) => /^--against(=|$)/.test(arg))
const names = args.filter((arg, index) => !arg.startsWith('-') && !/^--\w/.test(args[index - 1] ?? ''))
if (names.length === 0 || names.includes('web') || names.includes('calls')) await buildWeb()
const isAmongPeers = args[0] === 'peers'
const [entry, file] = isComparison
  ? ['bench/against/main.ts', 'dist/bench/against.js']
  : isAmongPeers
    ? ['bench/peers/main.ts', 'dist/bench/peers.js']
    : ['bench/main.ts', 'dist/bench/main.js']
await bundle(entry, file)
if (!isComparison && !isAmongPeers) await bundle('bench/bare.ts', 'dist/bench/bare.js')
const child = spawn(process.execPath, ['--enable-source-maps', join(root, file), ...args], {
  stdio: 'inherit',
})
child.on('exit', (code) => process.exit(code ?? 1))
