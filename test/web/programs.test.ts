import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { assert, describe } from 'vitest'
import { LoquatClient } from '../../client/index.ts'
import { hashPassword } from '../../src/features/people/users/api-key.ts'
import { createAccessToken, getAccessTokens } from '../../src/features/sign-in/access-tokens/api.ts'
import { makeChannel } from '../harness/channel.ts'
import { raw } from '../harness/files.ts'
import { makeTopic } from '../harness/topic.ts'
import { problems } from './axe.ts'
import { hasBrowser, test, type Visitor } from './browser.ts'
import { layoutProblems } from './layout.ts'

/** A folder, to look at every page. */
const pictures = process.env.LOQUAT_SCREENSHOTS
const password = 'correct horse battery'
const verifier = 'v'.repeat(43)
const looks = [
  ['light', 1280, 'light'],
  ['dark', 1280, 'dark'],
  ['narrow', 320, 'light'],
] as const

describe.skipIf(!hasBrowser)('the page that asks for a program', () => {
  test('leads to the program by signing in and a press', async ({ browser, address, server, society, ada }) => {
    const told: string[] = []
    const program = createServer(({ url = '' }, response) => {
      if (url.startsWith('/callback')) told.push(url)
      response.setHeader('content-type', 'text/html').end('<title>Weaver</title>Back in the program')
    })
    await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve))
    const redirect_uri = `http://127.0.0.1:${(program.address() as AddressInfo).port}/callback`
    const post = (path: string, type: string, text: string) =>
      raw(server, society.org, path, { method: 'POST', headers: { 'content-type': type }, body: Buffer.from(text) })
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })
    try {
      const password_hash = await hashPassword(password)
      await server.runtime.db.transaction((tx) =>
        tx.updateTable('account').set({ password_hash }).where('id', '=', ada.id).execute(),
      )
      for (const name of ['looms', 'the channel of the whole house']) await makeChannel(ada.org, name, [ada])
      // as long before: another port of the same computer is the same program
      const known = { client_name: 'Weaver <b>', redirect_uris: ['http://127.0.0.1:1/callback'] }
      const { json } = await post('/oauth/register', 'application/json', JSON.stringify(known))
      const client_id = json.client_id as string
      const asked = new URLSearchParams({
        ...{ response_type: 'code', client_id, redirect_uri, state: 'x&y', scope: 'read write' },
        ...{ code_challenge: createHash('sha256').update(verifier).digest('base64url'), code_challenge_method: 'S256' },
      })
      const page = await context.newPage()
      await page.goto(`${address}/oauth/authorize?${asked}`)
      await page.getByLabel('Email address').fill(ada.email)
      await page.getByLabel('Password').fill(password)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByText('“Weaver <b>” wants to use your account.').waitFor()
      await page.getByText('Limit to channels').click()
      await page.getByRole('button', { name: 'Allow', exact: true }).click()
      await page.getByRole('alert').waitFor()
      await page.getByText('Limit to channels').click()
      const found: string[] = []
      for (const [look, width, colorScheme] of looks) {
        await page.setViewportSize({ width, height: 900 })
        await page.emulateMedia({ colorScheme })
        if (pictures) await page.screenshot({ path: join(pictures, `oauth, ${look}.png`), fullPage: true })
        const all = [...(await layoutProblems(page)), ...(await problems(page))]
        found.push(...all.map((one) => `${look}: ${one}`))
      }
      assert.deepEqual(found, [])
      await page.getByLabel('#looms').check()
      await page.getByLabel('Your password').fill(password)
      await page.getByRole('button', { name: 'Allow', exact: true }).click()
      await page.getByText('Back in the program').waitFor()
      const back = new URL(told[0] ?? '', redirect_uri).searchParams
      assert.equal(back.get('state'), 'x&y')
      const form = {
        grant_type: 'authorization_code',
        client_id,
        code: back.get('code') ?? '',
        code_verifier: verifier,
      }
      const type = 'application/x-www-form-urlencoded'
      const given = await post('/oauth/token', type, new URLSearchParams(form).toString())
      assert.deepEqual([given.status, given.json.scope], [200, 'read write'])
      await page.goto(`${address}/oauth/authorize?${asked}`)
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.getByText('Back in the program').waitFor()
      assert.equal(new URL(told[1] ?? '', redirect_uri).searchParams.get('error'), 'access_denied')
      await page.goto(`${address}/#organization/programs`)
      const listed = page.getByRole('list', { name: 'Connected apps' })
      await listed.getByText('has access to 1 account').waitFor()
      await listed.getByRole('button', { name: /Remove|remove|Delete/ }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
      await page.getByText('No app has asked for access yet.').waitFor()
      assert.deepEqual((await ada.call(getAccessTokens)).access_tokens, [])
    } finally {
      await context.close()
      program.close()
    }
  })
})

/** Gives a message the focus, for keys. */
const focus = ({ page }: Visitor, text: string) =>
  page.locator('article[data-message]', { hasText: text }).first().focus()

describe.skipIf(!hasBrowser)('what programs did for somebody', () => {
  test('is said of reactions and changes', async ({ visit, server, society, ada, ben }) => {
    const { hash, say } = await makeTopic(society, [ada, ben], 'one')
    const id = await say('Woad', ada)
    const { token } = await ada.call(createAccessToken, { name: 'Weaver', scopes: ['read', 'write'] })
    const agent = new LoquatClient({ token, transport: server.transport(society.subdomain) })
    await agent.send('PATCH', `/messages/${id}`, [['content', 'Indigo']])
    await agent.send('POST', `/messages/${id}/reactions`, [['emoji_name', 'tada']])
    const here = await visit(ben)
    await here.opens(hash)
    await here.sees('Indigo')
    await here.page.getByRole('button', { name: 'Ada (via Weaver) reacted with tada' }).waitFor()
    await focus(here, 'Indigo')
    await here.page.keyboard.press('H')
    await here.page.getByRole('dialog', { name: 'Edit history' }).getByText('via Weaver').waitFor()
    assert.deepEqual(here.complaints, [])
  })
})
