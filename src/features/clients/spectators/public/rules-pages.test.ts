import { afterAll, assert, beforeAll, startServer, TestOrganization, type TestServer, test } from '#test'
import { pages } from '../../../../pages/index.ts'
import { updateRules } from '../../../people/community-rules/api.ts'
import { updateOrganization } from '../../../people/organization-settings/api.ts'
import { get, open, place } from './fixture.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({}, { pages })
})
afterAll(() => server.close())

test('the rules are a public page without active content', async () => {
  const here = await place(server)
  const { ada } = here
  assert.equal((await get(here, '/rules')).status, 404)
  const square = await open(here)
  const text = [
    '# Be **kind**',
    '<script>alert(1)</script><img src=x onerror=alert(1)>',
    '[a](javascript:alert(1)) [b](https://example.com/"onmouseover="x)',
    '![c](https://example.com/picture.png)',
    `[square](#narrow/channel/${square}-square) :smile:`,
  ].join('\n\n')
  await ada.call(updateRules, { text })
  const page = await get(here, '/rules')
  assert.equal(page.status, 200)
  assert.match(page.text, /<h1>Community rules<\/h1>/)
  assert.match(page.text, /<strong>kind<\/strong>/)
  assert.doesNotMatch(page.text, /<script|<img|href="javascript/)
  assert.match(page.text, new RegExp(`href="/public/channel/${square}-square"`))
  assert.match(String(page.headers['content-security-policy']), /default-src 'none'/)
  assert.equal(page.headers['x-robots-tag'], 'noindex')
  assert.match((await get(here, '/public/')).text, /<a href="\/rules">Community rules<\/a>/)
  // also for organizations without public channels
  await ada.call(updateOrganization, { enable_spectator_access: false })
  const closed = await get(here, '/rules?version=1')
  assert.equal(closed.status, 200)
  assert.doesNotMatch(closed.text, /\/public\//)
  await ada.call(updateRules, { text: '' })
  assert.equal((await get(here, '/rules')).status, 404)
})

test('rules belong to one organization', async () => {
  const here = await place(server)
  await here.ada.call(updateRules, { text: 'Be kind.' })
  const other = await TestOrganization.found(server)
  assert.equal((await get({ ...here, society: other }, '/rules')).status, 404)
})
