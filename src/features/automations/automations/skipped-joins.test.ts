import { assert, type Person, type TestOrganization, type TestServer, test } from '#test'
import { joinChannel, leaveChannel, makeChannel } from '../../../../test/harness/channel.ts'
import { noon } from '../../messages/scheduled-messages/fixture.ts'
import { createGroup, updateMembers } from '../../people/groups/api.ts'
import { deactivateUser } from '../../people/users/api.ts'
import * as api from './api.ts'
import * as errors from './errors.ts'
import { automate, automations, onJoin, onMessage, reply, runsOf, toPerson } from './fixture.ts'
import { maxRunsPerHour, skippedPeopleKeptDays } from './limits.ts'

test.beforeEach(({ server }) => server.clock.set(new Date(noon * 1000)))
test.afterEach(({ server }) => server.clock.release())

const crowd = (society: TestOrganization, count: number): Promise<Person[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => society.join(`Person ${n}`)))

const addAll = (ada: Person, channel: string, people: readonly Person[]) =>
  ada.send('POST', '/users/me/subscriptions', {
    subscriptions: [{ name: channel }],
    principals: people.map(({ id }) => id),
  })

const skippedOf = async (ada: Person) => (await automations(ada)).map(({ skipped_people }) => skipped_people)

async function passMinutes(server: TestServer, minutes: number): Promise<void> {
  for (let n = 0; n < minutes; n++) {
    server.clock.advance(60_000)
    await server.runtime.timer.wake()
  }
}

test('a manager runs an automation for people added at once, one each minute', async ({ ada, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada])
  const automation = await automate(ada, { trigger: onJoin(lunch), steps: [toPerson('Hi {person}')] })
  const { automation_id } = automation
  const people = await crowd(society, 23)
  const [first, second, third] = people as [Person, Person, Person]
  const watch = await ada.register()
  await addAll(ada, 'lunch', people)
  await server.runtime.timer.wake()
  assert.deepEqual([await runsOf(ada, automation), await skippedOf(ada)], [[], [23]])
  assert.equal((await watch.of('automation')).length, 1)
  // it runs once for a person, however often they join
  await leaveChannel(society.org, lunch, first)
  await joinChannel(society.org, lunch, first)
  await leaveChannel(society.org, lunch, second)
  await ada.call(deactivateUser, { user_id: third.id })
  const [result, repeated] = await Promise.all([
    ada.call(api.startSkipped, { automation_id }),
    ada.call(api.startSkipped, { automation_id }),
  ])
  assert.deepEqual([result.people + repeated.people, await skippedOf(ada)], [23, [0]])
  await passMinutes(server, 5)
  const early = await runsOf(ada, automation)
  assert.ok(early.length >= 3 && early.length <= 6, String(early.length))
  await passMinutes(server, 20)
  const runs = (await ada.call(api.getAutomationRuns, { automation_id, limit: 100 })).runs
  const ids = runs.map(({ person_id }) => person_id)
  assert.deepEqual(
    [...new Set(ids)].sort(),
    people
      .filter((person) => person !== second && person !== third)
      .map(({ id }) => id)
      .sort(),
  )
  assert.equal(ids.length, 21)
  assert.ok(runs.every(({ state }) => state === 'done'))
  await watch.agreesWithFreshRegister()
})

test('large changes of groups can be run later, too', async ({ ada, server, society }) => {
  const people = await crowd(society, 21)
  const { group_id } = await ada.call(createGroup, { name: 'Weavers', description: '', members: [ada.id] })
  const automation = await automate(ada, { trigger: { kind: 'joined_group', group_id }, steps: [toPerson('Hi')] })
  await ada.call(updateMembers, { user_group_id: group_id, add: people.map(({ id }) => id) })
  const [left] = people as [Person]
  await ada.call(updateMembers, { user_group_id: group_id, delete: [left.id] })
  assert.deepEqual(await skippedOf(ada), [21])
  await ada.call(api.startSkipped, { automation_id: automation.automation_id })
  await passMinutes(server, 22)
  const runs = (await ada.call(api.getAutomationRuns, { automation_id: automation.automation_id, limit: 100 })).runs
  assert.equal(runs.length, 20)
})

test('runs for skipped people wait for the hourly limit without pausing', async ({ ada, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada])
  const automation = await automate(ada, { trigger: onJoin(lunch), steps: [toPerson('Hi')] })
  await addAll(ada, 'lunch', await crowd(society, 21))
  for (let n = 0; n < maxRunsPerHour.automation; n++)
    await joinChannel(society.org, lunch, await society.join(`Late ${n}`))
  await ada.call(api.startSkipped, { automation_id: automation.automation_id })
  await passMinutes(server, 3)
  const [row] = await automations(ada)
  assert.deepEqual([row?.is_enabled, row?.paused_because], [true, null])
  assert.equal(
    (await ada.call(api.getAutomationRuns, { automation_id: automation.automation_id, limit: 100 })).runs.length,
    60,
  )
  await passMinutes(server, 62)
  const before = (await runsOf(ada, automation))[0]
  assert.match(String(before?.state), /done/)
  await passMinutes(server, 25)
  const { runs } = await ada.call(api.getAutomationRuns, { automation_id: automation.automation_id, limit: 100 })
  assert.equal(runs.length, 81)
})

test('skipped people are forgotten after a week, or with another trigger', async ({ ada, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada])
  const people = await crowd(society, 21)
  const automation = await automate(ada, { trigger: onJoin(lunch), steps: [toPerson('Hi')] })
  const other = await automate(ada, { name: 'Other', trigger: onJoin(lunch), steps: [toPerson('Hello')] })
  const filtered = await automate(ada, { name: 'Filtered', trigger: onMessage(), steps: [reply('Hi')] })
  await addAll(ada, 'lunch', people)
  assert.deepEqual(await skippedOf(ada), [21, 21, 0])
  const edit = { automation_id: other.automation_id, expected_revision: other.revision }
  const { automation: updated } = await ada.call(api.updateAutomation, { ...edit, trigger: onJoin(lunch) })
  assert.equal(updated.skipped_people, 21)
  await ada.call(api.updateAutomation, { ...edit, expected_revision: 1, trigger: onMessage() })
  assert.deepEqual(await skippedOf(ada), [21, 0, 0])
  server.clock.set(new Date((noon + skippedPeopleKeptDays * 86_400 + 60) * 1_000))
  await server.runtime.timer.wake()
  assert.deepEqual(await skippedOf(ada), [0, 0, 0])
  assert.deepEqual(await ada.call(api.startSkipped, { automation_id: automation.automation_id }), { people: 0 })
  assert.deepEqual(await runsOf(ada, filtered), [])
})

test('a new trigger drops people whose runs were started but aren’t due', async ({ ada, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada])
  const looms = await makeChannel(society.org, 'looms', [ada])
  const automation = await automate(ada, { trigger: onJoin(lunch), steps: [toPerson('Hi')] })
  const { automation_id } = automation
  await addAll(ada, 'lunch', await crowd(society, 21))
  await ada.call(api.startSkipped, { automation_id })
  await ada.call(api.updateAutomation, {
    automation_id,
    expected_revision: automation.revision,
    trigger: onJoin(looms),
  })
  await passMinutes(server, 3)
  assert.deepEqual(await runsOf(ada, automation), [])
})

test('people whose runs haven’t started when an automation is turned off stay available', async ({
  ada,
  server,
  society,
}) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada])
  const automation = await automate(ada, { trigger: onJoin(lunch), steps: [toPerson('Hi')] })
  const { automation_id } = automation
  await addAll(ada, 'lunch', await crowd(society, 21))
  await ada.call(api.startSkipped, { automation_id })
  await server.runtime.timer.wake()
  assert.equal((await runsOf(ada, automation)).length, 1)
  await ada.call(api.updateAutomation, { automation_id, expected_revision: automation.revision, is_enabled: false })
  await passMinutes(server, 21)
  assert.deepEqual([(await runsOf(ada, automation)).length, await skippedOf(ada)], [1, [20]])
  await ada.refused(api.startSkipped, { automation_id }, errors.turnedOff)
})

test('people start skipped runs only of automations they manage', async ({ ada, ben, ines, society }) => {
  const council = await makeChannel(society.org, 'council', [ada], { invite_only: true })
  const people = await crowd(society, 21)
  const automation = await automate(ada, { trigger: onJoin(council), steps: [toPerson('Hi')] })
  await addAll(ada, 'council', people)
  await ben.refused(api.startSkipped, { automation_id: automation.automation_id }, errors.noSuchAutomation)
  await ines.refused(api.startSkipped, { automation_id: automation.automation_id }, errors.noSuchAutomation)
  assert.deepEqual(await skippedOf(ada), [21])
})
