import { assert, test } from '#test'
import { messageFrom } from '../../fixture.ts'

const said = async (triggered_event: string, more: object = {}) =>
  (
    await messageFrom('freshdesk', {
      freshdesk_webhook: { ticket_id: 7, ticket_subject: 'Wasps', triggered_event, ...more },
    })
  ).content

test('changes of a ticket use words instead of numbers', async () => {
  assert.equal(await said('{ticket_priority:{from:3,to:1}}'), 'Priority of ticket #7 Wasps: high → **low**')
  assert.equal(await said('{ticket_status:{from:2,to:4}}'), 'Status of ticket #7 Wasps: open → **resolved**')
  assert.equal(
    await said('{"ticket_type": {"from": "Question", "to": "Feature Request"}}'),
    'Type of ticket #7 Wasps: Question → **Feature Request**',
  )
  assert.equal(
    await said('{ticket_agent:{from:1042,to:1043}}', { ticket_agent_name: 'Ben' }),
    'Agent of ticket #7 Wasps: **Ben**',
  )
  assert.match(await said('{ticket_action:created}', { ticket_status: 2, ticket_priority: 4 }), /: open\n.*: urgent$/)
})
