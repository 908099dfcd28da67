import { assert, describe } from 'vitest'
import { botTypes } from '#contract'
import { createBot, getBots } from '../../src/features/people/users/bot-api.ts'
import { makeChannel } from '../harness/channel.ts'
import { problems } from './axe.ts'
import { hasBrowser, test } from './browser.ts'

describe.skipIf(!hasBrowser)('integrations', () => {
  test('a tool is connected, tried with a sample, and posts to its URL', async ({ society, ada, ben, visit }) => {
    await makeChannel(society.org, 'ops', [ada, ben])
    const here = await visit(ben)
    const { page } = here
    await here.opens('#organization/integrations')
    await page.getByText('No integrations yet.').waitFor()
    assert.deepEqual(await problems(page), [])
    await page.getByRole('link', { name: 'Add integration' }).click()
    const search = page.getByRole('searchbox', { name: 'Find a tool' })
    await search.fill('alertman')
    await page.getByRole('status').filter({ hasText: '1 tool' }).waitFor()
    assert.deepEqual(await problems(page), [])
    await search.press('Enter')

    await page.getByRole('heading', { name: 'Connect Prometheus Alertmanager' }).waitFor()
    assert.equal(await page.getByLabel('Bot name').inputValue(), 'Prometheus Alertmanager')
    await page.getByRole('combobox', { name: 'Channel' }).selectOption({ label: '#ops' })
    await page.getByText('More options').click()
    assert.deepEqual(await problems(page), [])
    await page.getByRole('button', { name: 'Get webhook URL' }).click()

    await page.getByRole('heading', { name: 'Set it up in Prometheus Alertmanager' }).waitFor()
    const address = await page.getByRole('textbox', { name: 'Webhook URL' }).inputValue()
    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    await page.getByText('Copied').waitFor()
    const secret = page.getByLabel('Prometheus Alertmanager secret')
    await secret.press('Control+V')
    assert.equal(await secret.inputValue(), address)
    await secret.fill('')
    await page.getByText('No messages yet.').waitFor()
    await page.getByRole('button', { name: 'Send a sample' }).click()
    await page.getByText('The sample has arrived.').waitFor()
    const arrivals = page.getByRole('list', { name: 'Latest messages' }).getByRole('listitem')
    await arrivals.filter({ hasText: '#ops › DiskFull' }).waitFor()
    assert.deepEqual(await problems(page), [])

    const status = await page.evaluate(async (url) => {
      const payload = {
        status: 'firing',
        groupLabels: { alertname: 'Overheated' },
        alerts: [{ status: 'firing', labels: { alertname: 'Overheated', instance: 'boiler' } }],
      }
      const headers = { 'content-type': 'application/json' }
      return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(payload) })).status
    }, address)
    assert.equal(status, 200)
    const real = arrivals.filter({ hasText: '#ops › Overheated' })
    await real.waitFor()

    await page.getByRole('link', { name: 'All integrations' }).click()
    const row = page.getByRole('list', { name: 'Integrations' }).getByRole('listitem')
    await row.filter({ hasText: /Prometheus Alertmanager.*#ops · owned by Ben.* · last request / }).waitFor()
    await page.getByRole('link', { name: /^Manage Prometheus Alertmanager/ }).click()
    await real.getByRole('link', { name: 'View message' }).click()
    await here.sees('boiler')
    assert.deepEqual(here.complaints, [])
  })

  test('an outgoing webhook is created, called by a mention, changed, and removed', async ({
    server,
    society,
    ada,
    ben,
    visit,
  }) => {
    await makeChannel(society.org, 'ops', [ada, ben])
    const here = await visit(ben)
    const { page } = here
    await here.opens('#organization/integrations/new')
    const search = page.getByRole('searchbox', { name: 'Find a tool' })
    await search.fill('outgoing')
    await search.press('Enter')
    await page.getByRole('heading', { name: 'Outgoing webhook' }).waitFor()
    await page.getByLabel('Bot name').fill('Loom')
    await page.getByLabel('Endpoint URL').fill('ftp://hooks.example.org/loom')
    await page.getByRole('button', { name: 'Create webhook' }).click()
    await page.getByRole('alert').filter({ hasText: 'URL' }).waitFor()
    await page.getByLabel('Endpoint URL').fill('https://127.0.0.1/loom')
    assert.deepEqual(await problems(page), [])
    await page.getByRole('button', { name: 'Create webhook' }).click()

    await page.getByRole('heading', { name: 'Loom', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    const shown = await page.getByRole('textbox', { name: 'Verification token' }).inputValue()
    const { bots } = await ben.call(getBots)
    assert.equal(shown, bots[0]?.services[0]?.token)
    await page.getByRole('button', { name: 'Copy token' }).click()
    await page.getByText('Copied').waitFor()
    await page.getByText('No requests yet.').waitFor()
    assert.deepEqual(await problems(page), [])
    await ada.sends('@**Loom** Are you there?', { channel: 'ops', topic: 'x' })
    await server.runtime.timer.wake()
    // private addresses are blocked, which the list of requests shows
    await page.getByRole('list', { name: /Loom/ }).getByText('failed').first().waitFor()

    await page.getByLabel('Endpoint URL').fill('https://127.0.0.1/other')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    assert.equal((await ben.call(getBots)).bots[0]?.services[0]?.base_url, 'https://127.0.0.1/other')
    await page.getByRole('button', { name: 'Remove integration' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove integration' }).click()
    await page.getByText('No integrations yet.').waitFor()
    assert.deepEqual(here.complaints, [])
  })

  test('an integration is changed and removed, and others keep their bot', async ({ society, ada, visit }) => {
    await makeChannel(society.org, 'ops', [ada])
    const made = await ada.call(createBot, {
      ...{ full_name: 'Alerts', short_name: 'alerts', bot_type: botTypes.incomingWebhook },
    })
    const here = await visit(ada)
    const { page } = here
    await here.opens('#settings/your-bots')
    await page.getByRole('link', { name: 'Webhook URL of Alerts' }).click()
    await page.getByRole('heading', { name: 'Slack format' }).waitFor()
    assert.match(await page.getByRole('textbox', { name: 'Webhook URL' }).inputValue(), /slack_incoming\?api_key=•+$/)
    await page.getByRole('link', { name: 'Add another tool' }).click()
    await page.getByRole('link', { name: 'GitHub', exact: true }).click()
    assert.equal(await page.getByLabel('Post as').inputValue(), String(made.user_id))
    await page.getByRole('button', { name: 'Get webhook URL' }).click()
    await page.getByRole('heading', { name: 'GitHub', exact: true }).waitFor()
    await page.getByRole('combobox', { name: 'Channel' }).selectOption({ label: '#ops' })
    await page.getByLabel('Topic').fill('code')
    await page.getByText('Events and branches').click()
    await page.getByRole('checkbox', { name: /^The webhook was set up/ }).uncheck()
    await page.getByLabel('Branches').fill('main, release/*')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    const bots = (await ada.send('POST', '/register', { fetch_event_types: '["realm_bot"]' })).realm_bots
    const { integrations } = (bots as { integrations: { name: string; usual: Record<string, unknown> }[] }[])[0] ?? {}
    assert.equal(integrations?.[0]?.name, 'github')
    const { stream_id: _, ...usual } = integrations?.[0]?.usual ?? {}
    assert.deepEqual(usual, { topic: 'code', exclude_events: ['ping'], branches: ['main', 'release/*'] })

    await page.reload()
    await here.listens()
    assert.equal(await page.getByLabel('Topic').inputValue(), 'code')
    await page.getByRole('button', { name: 'Remove integration' }).click()
    await page.getByRole('dialog').getByText('Alerts is deactivated').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove integration' }).click()
    await page.getByText('No integrations yet.').waitFor()
    assert.deepEqual(here.complaints, [])
  })
})
