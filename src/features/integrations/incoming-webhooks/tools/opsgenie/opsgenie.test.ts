import { assert, test } from '#test'
import { messageFrom } from '../../fixture.ts'

const said = async (action: string, more: object = {}) =>
  (
    await messageFrom('opsgenie', {
      action,
      alert: { message: 'The pump stopped', tinyId: '7', username: 'Ben', ...more },
    })
  ).content

test('every action on an alert says what was done', async () => {
  const alert = '**The pump stopped** (`7`)'
  assert.equal(await said('TakeOwnership'), `**Ben** took ownership of ${alert}.`)
  assert.equal(
    await said('AddRecipient', { recipient: 'cleo@example.com' }),
    `**Ben** added **cleo@example.com** to ${alert}.`,
  )
  assert.equal(await said('AddTeam', { team: 'Water' }), `**Ben** added **Water** to ${alert}.`)
  assert.equal(
    await said('AddTags', { addedTags: 'east,pump' }),
    `**Ben** added the tags \`east\`, \`pump\` to ${alert}.`,
  )
  assert.equal(await said('RemoveTags', { removedTags: ['east'] }), `**Ben** removed the tags \`east\` from ${alert}.`)
  assert.equal(await said('UnSnooze'), `🔴 ${alert} was unsnoozed by **Ben**.`)
  assert.equal(
    await said('UpdateMessage', { oldMessage: 'Help' }),
    `**Ben** renamed the alert from “Help” to ${alert}.`,
  )
  assert.equal(await said('UpdatePriority', { oldPriority: 'P3', priority: 'P1' }), `${alert}: priority P3 → **P1**`)
  assert.match(await said('UpdateDescription', { description: 'Dry' }), /changed the description of .*:\n```quote\nDry/)
})
