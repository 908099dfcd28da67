import { assert, describe } from 'vitest'
import { approvalRequired, changeAgentPolicy } from '../../src/features/integrations/agents/requests/api.ts'
import { sendMessage } from '../../src/features/messages/messages/api/send.ts'
import { agentFor } from '../harness/agent.ts'
import { makeTopic } from '../harness/topic.ts'
import { hasBrowser, test } from './browser.ts'

describe.skipIf(!hasBrowser)('agent activity', () => {
  test('one page approves, shows, and undoes what agents did', async ({ society, server, ada, ben, cleo, visit }) => {
    const { id, hash } = await makeTopic(society, [ada, ben, cleo], 'week')
    await ada.call(changeAgentPolicy, { announcements: 'person', channel_ids: [id] })
    const agent = await agentFor(society, ben, { name: 'Digest' })
    const post = { type: 'channel', to: id, topic: 'week', content: 'The week in brief' } as const
    await agent.refused(sendMessage, post, approvalRequired)

    const here = await visit(ben)
    const { page } = here
    await here.opens('#settings/agents')
    const waiting = page.getByRole('list', { name: 'Waiting for approval' })
    await waiting.getByText('content: The week in brief').waitFor()
    await page.getByRole('button', { name: 'Approve: Digest' }).click()
    await page.getByText('No pending requests.').waitFor()
    await server.runtime.timer.wake()

    const acts = page.getByRole('list', { name: 'Agent activity' })
    await acts.getByRole('link', { name: 'sent a message' }).click()
    await here.sees('The week in brief')
    assert.include(page.url(), hash)

    await here.opens('#settings/agents')
    await page.getByRole('button', { name: 'Undo: sent a message (Digest)' }).click()
    await acts.getByText('undone by Ben').waitFor()
    assert.equal(await acts.getByRole('link').count(), 0, 'there is nothing to look at any more')
    await here.opens(hash)
    await here.composeField.waitFor()
    await here.message('The week in brief').waitFor({ state: 'detached' })
    assert.deepEqual(here.complaints, [])
  })
})
