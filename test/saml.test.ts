import { connect, createServer, type Socket } from 'node:net'
import type { BrowserContext } from 'playwright-core'
import { test as plain } from 'vitest'
import { afterEach, assert, describe, freePort, startServer, TestOrganization } from '#test'
import { pages } from '../src/pages/index.ts'
import { raw } from './harness/files.ts'
import { hasSimpleSamlPhp, SimpleSamlPhp } from './harness/simplesamlphp.ts'
import { chromiumProgram, launchChromium } from './web/chromium.ts'

const canRun = hasSimpleSamlPhp && chromiumProgram !== undefined
if (!canRun) console.warn('SimpleSAMLphp or Chromium is not there: these tests are skipped')

/** A proxy on a port that is known before the server behind it starts. */
async function front(port: number, behind: number): Promise<() => Promise<void>> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const inside = connect(behind, '127.0.0.1')
    socket.pipe(inside).pipe(socket)
    for (const [one, other] of [
      [socket, inside],
      [inside, socket],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy()).on('close', () => sockets.delete(one))
    }
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
  return () => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => server.close(() => resolve()))
  }
}

describe.skipIf(!canRun)('with SimpleSAMLphp', () => {
  const closings: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const close of closings.splice(0).reverse()) await close()
  })

  plain('people sign in with an identity provider that others have written, in a browser', async () => {
    const attributes = { uid: 'person-17', mail: 'ada@lovelace.example', givenName: 'Augusta', sn: 'Byron' }
    const idp = await SimpleSamlPhp.start([{ name: 'ada', password: 'analytical engine', attributes }])
    closings.push(() => idp.close())
    const port = await freePort()
    const flags = {
      url: `http://loquat.test:${port}`,
      samlMetadataFile: await idp.metadataFile(),
      samlDisplayName: 'SimpleSAMLphp',
      samlIdpInitiated: 'on',
    }
    const server = await startServer(flags, { pages })
    closings.push(() => server.close())
    closings.push(await front(port, server.port))
    const browser = await launchChromium()
    closings.push(() => browser.close())
    const society = await TestOrganization.found(server)
    const { owner, org, subdomain } = society
    await owner.send('PATCH', '/realm', { invite_required: false })
    const address = `http://${subdomain}.loquat.test:${port}`
    const metadata = await raw(server, org, '/saml/metadata.xml')
    assert.equal(metadata.status, 200)
    await idp.knows(metadata.body.toString('utf8'))

    const context = await browser.newContext({ serviceWorkers: 'block' })
    context.setDefaultTimeout(180_000)
    const page = await context.newPage()
    const arrives = (path: string) =>
      page.waitForURL((url) => url.href === `${address}${path}`, { waitUntil: 'commit' })
    await page.goto(`${address}/accounts/login`)
    await page.getByRole('link', { name: /SimpleSAMLphp/ }).click()
    for (const password of ['wrong', 'analytical engine']) {
      await page.locator('input[name=username]').fill('ada')
      await page.locator('input[name=password]').fill(password)
      await page.keyboard.press('Enter')
      if (password === 'wrong')
        await page
          .getByText(/incorrect username or password/i)
          .first()
          .waitFor()
    }
    await page.waitForURL((url) => url.origin === address && url.pathname === '/', { waitUntil: 'commit' })
    const first = await whoIs(context, society, address)
    assert.deepEqual([first.full_name, first.delivery_email], ['Augusta Byron', 'ada@lovelace.example'])

    const forgetSession = async () => {
      // the client would go to the sign-in page by itself
      await page.goto('about:blank')
      await context.clearCookies({ domain: `${subdomain}.loquat.test` })
    }
    // the provider has a session by now, and doesn't ask again
    await forgetSession()
    await page.goto(`${address}/accounts/login/social/saml/saml?next=${encodeURIComponent('#inbox')}`)
    await arrives('/#inbox')
    assert.equal((await whoIs(context, society, address)).user_id, first.user_id)

    await forgetSession()
    const own = new URLSearchParams({ spentityid: address, RelayState: '#recent' })
    await page.goto(`${idp.url}/saml2/idp/SSOService.php?${own}`)
    await arrives('/#recent')
    assert.equal((await whoIs(context, society, address)).user_id, first.user_id)
    const links = await server.runtime.db.read((tx) =>
      tx.selectFrom('external_identity').select('subject').where('org_id', '=', org.id).execute(),
    )
    assert.equal(links.length, 1, 'by the name that lasts')
  })
})

async function whoIs(context: BrowserContext, { server, org }: TestOrganization, address: string) {
  const cookies = await context.cookies(address)
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const { json } = await raw(server, org, '/api/v1/users/me', { headers: { cookie, 'x-loquat-web': '1' } })
  return json as { user_id: number; full_name: string; delivery_email: string }
}
