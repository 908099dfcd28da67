import { assert, test as base, type Person, startServer, type TestServer } from '#test'
import { raw } from '../../../../test/harness/files.ts'
import { WebServer } from '../../../../test/harness/web.ts'
import { updateOrganization } from '../../people/organization-settings/api.ts'
import { getMessage } from '../messages/api/fetch.ts'
import { linkPreviews } from './due.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const test = base.extend<{ server: TestServer; web: WebServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of what a fixture needs here
    async ({}, use) => {
      const server = await startServer({ outboundAllow: '127.0.0.0/8' })
      await use(server)
      await server.close()
    },
    { scope: 'file' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: as above
  web: async ({}, use) => {
    const web = await WebServer.start()
    web.answer = ({ path }, response) => {
      const page = pages[path.split('?')[0] ?? '']
      response.statusCode = page ? (page.status ?? 200) : 404
      response.setHeader('content-type', page?.type ?? 'text/html')
      if (page?.location) response.setHeader('location', page.location)
      response.end(page?.body ?? '')
    }
    await use(web)
    await web.close()
  },
})

interface TestPage {
  status?: number
  type?: string
  location?: string
  body?: string | Buffer
}
const pages: Record<string, TestPage> = {
  '/page': {
    type: 'text/html; charset=utf-8',
    body: '<html><head><title>no</title><meta property="og:title" content="Ümläut &lt;b&gt;&quot;"><meta property="og:description" content="About <script>"><meta property="og:image" content="/a.png"></head></html>',
  },
  '/latin': { type: 'text/html', body: Buffer.from('<meta charset="iso-8859-1"><title>gr\xfc\xdfe</title>', 'latin1') },
  '/moved': { status: 302, location: '/page' },
  '/round': { status: 302, location: '/round' },
  '/picture': { type: 'image/png', body: png },
  '/film': { type: 'video/mp4', body: 'film' },
  '/embed': { body: '<link rel="alternate" type="application/json+oembed" href="/embed.json">' },
  '/embed.json': { type: 'application/json', body: JSON.stringify({ title: 'Said elsewhere', html: '<script>' }) },
  '/a.png': { type: 'image/png', body: png },
  '/svg.png': { type: 'image/png', body: '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>' },
  '/page.png': { type: 'image/png', body: '<html>' },
}

async function turnOn(admin: Person): Promise<void> {
  await admin.call(updateOrganization, { inline_url_embed_preview: true })
}

async function previewed({ runtime }: TestServer): Promise<void> {
  await runtime.timer.wake()
  await linkPreviews.settled(runtime)
}

async function htmlOf(person: Person, id: number): Promise<string> {
  return (await person.call(getMessage, { message_id: id, apply_markdown: true })).message.content
}

test("a message's link gets a preview of its page later", async ({ server, ada, web }) => {
  await turnOn(ada)
  const watch = await ada.register('update_message')
  const id = await ada.sends(`see ${web.url}/page`, ada)
  assert.ok(!(await htmlOf(ada, id)).includes('message_embed'))
  await previewed(server)
  const [event] = await watch.of('update_message')
  assert.deepEqual([event?.rendering_only, event?.user_id, event?.message_id], [true, null, id])
  const html = await htmlOf(ada, id)
  assert.equal(event?.rendered_content, html)
  assert.match(
    html,
    /<div class="message_embed"><a class="message_embed_image" href="[^"]*\/page" style="background-image: url\(&quot;\/external_content\/[0-9a-f]{40}\/[0-9a-f]+&quot;\)"><\/a>/,
  )
  assert.ok(
    html.includes('>Ümläut &lt;b&gt;"</a></div><div class="message_embed_description">About &lt;script&gt;</div>'),
  )
  const { message } = await ada.call(getMessage, { message_id: id })
  assert.equal((message as { last_edit_timestamp?: number }).last_edit_timestamp, undefined)
})

test('a page is fetched once for many messages, and previewed once per message', async ({ server, ada, ben, web }) => {
  await turnOn(ada)
  const first = await ada.sends(`${web.url}/page?one ${web.url}/page?one`, ada)
  await ben.sends(`${web.url}/page?one`, ben)
  await previewed(server)
  await ada.sends(`${web.url}/page?one`, ada)
  await previewed(server)
  assert.equal(web.requests.filter(({ path }) => path === '/page?one').length, 1)
  assert.equal((await htmlOf(ada, first)).split('message_embed_title').length, 2)
})

test('redirects, encodings, images, videos, and oEmbed work', async ({ server, ada, web }) => {
  await turnOn(ada)
  const id = await ada.sends(
    ['/moved', '/latin', '/picture', '/film', '/embed'].map((path) => web.url + path).join('\n\n'),
    ada,
  )
  await previewed(server)
  const html = await htmlOf(ada, id)
  assert.ok(html.includes('>Ümläut'))
  assert.ok(html.includes('>grüße</a>'))
  assert.ok(
    html.includes(`<div class="message_inline_image"><a href="${web.url}/picture"><img src="/external_content/`),
  )
  assert.ok(html.includes(`<video preload="metadata" src="${web.url}/film">`))
  assert.ok(html.includes('>Said elsewhere</a>'))
})

test('unreachable pages, redirect loops, and other files have no preview', async ({ server, ada, web }) => {
  await turnOn(ada)
  const id = await ada.sends(`${web.url}/none ${web.url}/round http://10.0.0.1/ https://x.invalid/`, ada)
  const before = await htmlOf(ada, id)
  await previewed(server)
  assert.equal(await htmlOf(ada, id), before)
})

test('nothing is fetched while the organization has previews turned off', async ({ server, ada, web }) => {
  await ada.call(updateOrganization, { inline_url_embed_preview: false })
  await ada.sends(`${web.url}/page?unwanted`, ada)
  await previewed(server)
  assert.ok(!web.requests.some(({ path }) => path.includes('unwanted')))
})

test('external images are proxied by signed URLs only', async ({ server, ada, web }) => {
  const id = await ada.sends(`${web.url}/a.png ${web.url}/svg.png ${web.url}/page.png`, ada)
  const paths = [...(await htmlOf(ada, id)).matchAll(/src="(\/external_content\/[^"]+)"/g)].map(
    ([, path]) => path as string,
  )
  assert.equal(paths.length, 3)
  const [picture, ...others] = await Promise.all(paths.map((path) => raw(server, ada.org, path)))
  assert.equal(picture?.status, 200)
  assert.equal(picture?.headers['content-type'], 'image/png')
  assert.equal(picture?.headers['x-content-type-options'], 'nosniff')
  assert.match(picture?.headers['cache-control'] ?? '', /private/)
  assert.deepEqual(picture?.body, png)
  assert.deepEqual(
    others.map(({ status }) => status),
    [404, 404],
  )
  const forged = (paths[0] as string).replace(/[0-9a-f]{40}/, 'a'.repeat(40))
  assert.equal((await raw(server, ada.org, forged)).status, 404)
})
