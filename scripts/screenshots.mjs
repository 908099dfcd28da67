// npm run screenshots: takes the images in README.md, of the demo organization in the built client (npm run build).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { root } from './import-lines.mjs'

const folder = join(root, 'docs/screenshots')
const maxBytes = 300_000
const password = 'screenshots of the demonstration'

/** Views to capture: the URL in the client, and what shows that it's ready. */
const viewsOf = (channelId) => {
  const topic = {
    hash: `#narrow/channel/${channelId}/topic/Widget`,
    shows: 'article[data-message] img[src*=user_uploads], article[data-message] img[src*=thumbnail]',
  }
  return [
    { name: 'conversation-light', colorScheme: 'light', ...topic },
    { name: 'conversation-dark', colorScheme: 'dark', ...topic },
  ]
}

async function idOfChannel(site, { email, api_key }, name) {
  const authorization = `Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}`
  const response = await fetch(`${site}/api/v1/get_stream_id?stream=${name}`, { headers: { authorization } })
  return (await response.json()).stream_id
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  return port
}

/** Resolves with a command's output once it contains `until`, or at its end. */
async function run(args, until) {
  const child = spawn(process.execPath, [join(root, 'bin/loquat'), ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  for await (const chunk of child.stdout) {
    output += chunk
    if (until && output.includes(until)) break
  }
  if (!until && child.exitCode === null) await once(child, 'exit')
  return { child, output }
}

async function take(browser, site, view) {
  const { name, colorScheme } = view
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    colorScheme,
    reducedMotion: 'reduce',
    locale: 'en-US',
  })
  const page = await context.newPage()
  await page.goto(site)
  await page.locator('input[name=username]').fill('mina@demo.example')
  await page.locator('input[name=password]').fill(password)
  await page.keyboard.press('Enter')
  await page.locator('#left-sidebar').waitFor({ state: 'attached' })
  await page.evaluate((hash) => {
    location.hash = hash
  }, view.hash)
  await page.locator(view.shows).first().waitFor()
  await page.evaluate(() => document.fonts.ready)
  await page.waitForFunction(() => [...document.images].every((image) => image.complete || image.loading === 'lazy'))
  const path = join(folder, `${name}.png`)
  await page.screenshot({ path, animations: 'disabled' })
  await context.close()
  const { size } = statSync(path)
  if (size > maxBytes) throw new Error(`${path} has ${size} bytes; at most ${maxBytes} are allowed`)
  console.log(`${name}.png: ${Math.round(size / 1000)} KB`)
}

const data = mkdtempSync(join(tmpdir(), 'loquat-screenshots-'))
const port = await freePort()
const site = `http://127.0.0.1:${port}`
const { child: server } = await run(['start', '--data-dir', data, '--port', String(port)], site)
const browser = await chromium.launch({
  executablePath: process.env.LOQUAT_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
try {
  const { output } = await run(['demo', '--data-dir', data, '--port', String(port), '--password', password, '--json'])
  const { owner } = JSON.parse(output)
  for (const view of viewsOf(await idOfChannel(site, owner, 'design'))) await take(browser, site, view)
} finally {
  await browser.close()
  server.kill()
  await once(server, 'exit')
  rmSync(data, { recursive: true, force: true })
}
