// npm run dev: the server with the demo organization in its own data directory (data/dev), restarted on every change of
// a source file, behind Vite, which hot-reloads the web client. Clients stay connected: their event queues survive.
import { spawn } from 'node:child_process'
import { existsSync, watch } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { textsIn } from './texts-in.mjs'
import { tools } from './tools.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const program = join(root, 'bin/loquat')
const dataDir = join(root, 'data/dev')
/** Vite's URL: the server's own serves the client as it was last built. */
const address = 'http://127.0.0.1:9992'
const args = ['--data-dir', dataDir, '--url', address, ...process.argv.slice(2)]

const run = (command, more) => spawn(process.execPath, [program, command, ...more], { stdio: 'inherit' })
const ended = (child) => new Promise((resolve) => child.once('exit', resolve))

if (!existsSync(dataDir)) {
  const code = await ended(run('demo', ['--data-dir', dataDir, '--url', address, '--password', 'loquat loquat']))
  if (code !== 0) process.exit(code ?? 1)
}

let server
let stopping = false
async function restart() {
  if (server?.exitCode === null) {
    const gone = ended(server)
    server.kill('SIGTERM')
    await gone
  }
  if (!stopping) server = run('serve', args)
}

// includes the plugin for hot reloading
tools()
// requests for anything but a file of the client go to the server
const { createServer } = await import('vite')
const vite = await createServer({
  configFile: join(root, 'web/vite.config.ts'),
  logLevel: 'warn',
  clearScreen: false,
  plugins: [textsIn(process.env.LOQUAT_DEV_LANGUAGE ?? 'en')],
})
await vite.listen()

let waiting
for (const folder of ['src', 'migrations', 'assets'])
  watch(join(root, folder), { recursive: true }, (_event, name) => {
    if (name?.endsWith('.test.ts')) return
    clearTimeout(waiting)
    waiting = setTimeout(restart, 200)
  })
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, async () => {
    stopping = true
    await vite.close()
    await restart()
    process.exit(0)
  })
await restart()
