// npm run push-relay: a push relay for developers, with an app behind it. See docs/push.md.
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundle } from './build.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
// Node 20 doesn't run TypeScript
await bundle('test/peers/push-relay-by-hand.ts', 'dist/push-relay.js')
const child = spawn(process.execPath, [join(root, 'dist/push-relay.js'), ...process.argv.slice(2)], {
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code) => process.exit(code ?? 0))
