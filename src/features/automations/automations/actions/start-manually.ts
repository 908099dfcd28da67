import type { Mutation } from '#platform/organization'
import { checkCanPostIn } from '../../../messages/messages/access/send.ts'
import type { Place } from '../../../messages/messages/actions/compose.ts'
import { checkRules } from '../../../messages/messages/moderation-rules/access.ts'
import { limitsOn } from '../../../messages/messages/newcomer-limits/access.ts'
import { startInterval } from '../../../messages/messages/slow-mode/actions.ts'
import { worksIn } from '../../../messages/slash-commands/command-rules.ts'
import type { Account } from '../../../people/users/account.ts'
import { ConditionCheck } from '../conditions/hold.ts'
import * as errors from '../errors.ts'
import { eventTriggersCache } from '../event-triggers-cache.ts'
import * as store from '../store.ts'
import { runLimitsOf, startRun } from './start.ts'

interface Start {
  readonly sender: Account
  readonly place: Place
  readonly text: string
  /** Unique per automation and person. */
  readonly key: string
}

const limitErrors = {
  person: errors.tooManyStarts,
  automation: errors.tooManyRuns,
  organization: errors.tooManyRunsInOrganization,
} as const

/** Starts a run for the viewer, and returns its ID. A key that was used before returns the existing run. */
export async function startManually(
  mutation: Mutation,
  id: number,
  { sender, place, text, key }: Start,
): Promise<number> {
  const { tx, org, viewer } = mutation
  const onceKey = `start ${viewer.id} ${key}`
  const command = mutation.get(eventTriggersCache).commandById(id)
  const row = command && (await store.find(tx, org.id, id))
  if (!row) throw errors.noSuchAutomation()
  const existingRunId = await store.runIdOf(tx, id, onceKey)
  if (existingRunId !== undefined) return existingRunId
  if (limitsOn(org, viewer.id)) throw errors.newMembersCannotStart()
  const { recipient, topic } = place
  if (recipient.kind !== 'channel' || !worksIn(command, recipient.channel)) throw errors.notHere()
  await checkCanPostIn(mutation, recipient.channel, topic)
  const check = new ConditionCheck(mutation, { personId: viewer.id, channel: recipient.channel, topic })
  if (!(await check.hold(mutation.get(eventTriggersCache).conditionsOf(id)))) throw errors.conditionsNotMet()
  // the automation's bot, which is exempt, would post the text; links and mentions in it don't work
  await checkRules(mutation, { sender, recipient, topic, text: { content: text, html: '' } })
  // slow mode also limits the message that starts a run in other clients
  await startInterval(mutation, recipient.channel.id, sender)
  const run = await startRun(mutation, row, {
    onceKey,
    personId: viewer.id,
    channelId: recipient.channel.id,
    topic,
    text,
  })
  if (run === 'repeated') throw errors.conditionsNotMet()
  if (typeof run === 'string') throw limitErrors[run]({}, { limit: runLimitsOf(row)[run] })
  if (!run) throw new Error(`Automation ${id} already has a run with the key ${onceKey}`)
  return run.id
}
