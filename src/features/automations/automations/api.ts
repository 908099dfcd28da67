import { bool, ChannelId, endpoint, event, id, int, text, z } from '#contract'
import { channelArchived, noSuchChannelId } from '../../channels/channels/errors.ts'
import { maxWrittenTopicLength } from '../../channels/channels/limits.ts'
import { postingErrors } from '../../messages/messages/api/send.ts'
import { ruleErrors } from '../../messages/messages/moderation-rules/errors.ts'
import { slowMode } from '../../messages/messages/slow-mode/errors.ts'
import { commandTaken } from '../../messages/slash-commands/errors.ts'
import { maxCommandTextLength } from '../../messages/slash-commands/limits.ts'
import { tooManyKept } from '../../people/organization/totals.ts'
import { nameTaken } from '../../people/users/errors.ts'
import { fullName } from '../../people/users/input.ts'
import { Conditions } from './conditions/input.ts'
import * as errors from './errors.ts'
import { maxDescriptionLength, maxRaisedRunsPerHour, maxRunsPerHour, maxRunsPerPage } from './limits.ts'
import { Steps } from './steps/input.ts'
import { Trigger } from './triggers/input.ts'
import { Automation, AutomationRun } from './wire.ts'

const automation = {
  /** Also the name of its bot. */
  name: fullName,
  description: text({ trim: true, max: maxDescriptionLength }),
  trigger: Trigger,
  conditions: Conditions,
  steps: Steps,
  is_enabled: bool,
  /** Only administrators can change it. */
  max_runs_per_hour: int.min(maxRunsPerHour.automation).max(maxRaisedRunsPerHour),
}
const refusals = [
  errors.cannotManageAutomations,
  noSuchChannelId,
  channelArchived,
  nameTaken,
  commandTaken,
  errors.cannotRaiseLimit,
]

export const getAutomations = endpoint('GET /automations', {
  summary: 'Get the automations you can manage',
  scope: 'admin',
  result: { automations: z.array(Automation) },
})

/** With `stream_id`, the automation belongs to that channel and can only post there. */
export const createAutomation = endpoint('POST /automations', {
  summary: 'Create an automation',
  audited: true,
  contributes: true,
  params: {
    ...automation,
    description: automation.description.default(''),
    conditions: automation.conditions.default([]),
    is_enabled: automation.is_enabled.default(true),
    max_runs_per_hour: automation.max_runs_per_hour.default(maxRunsPerHour.automation),
    stream_id: ChannelId.optional(),
  },
  result: { automation: Automation },
  errors: [...refusals, tooManyKept],
})

/** Fails with `AUTOMATION_CHANGED` unless `expected_revision` is the current one. */
export const updateAutomation = endpoint('PATCH /automations/{automation_id}', {
  summary: 'Update an automation, or turn it on or off',
  audited: true,
  contributes: true,
  params: {
    automation_id: id,
    expected_revision: int,
    name: automation.name.optional(),
    description: automation.description.optional(),
    trigger: automation.trigger.optional(),
    conditions: automation.conditions.optional(),
    steps: automation.steps.optional(),
    is_enabled: automation.is_enabled.optional(),
    max_runs_per_hour: automation.max_runs_per_hour.optional(),
  },
  result: { automation: Automation },
  errors: [errors.noSuchAutomation, errors.automationChanged, ...refusals],
})

/** Deactivates its bot. Messages are kept. */
export const deleteAutomation = endpoint('DELETE /automations/{automation_id}', {
  summary: 'Delete an automation',
  audited: true,
  params: { automation_id: id },
  errors: [errors.noSuchAutomation],
})

/**
 * Starts an automation with the trigger `manual`, as its slash command does. A channel's automation can only be started in
 * that channel, and an organization-wide one in any channel that isn't private. You have to be able to post there.
 */
export const startAutomation = endpoint('POST /automations/{automation_id}/start', {
  summary: 'Start an automation',
  caller: 'human',
  contributes: true,
  params: {
    automation_id: id,
    stream_id: ChannelId,
    topic: text({ max: maxWrittenTopicLength }),
    /** Replaces the placeholder `{text}`. */
    text: text({ trim: true, max: maxCommandTextLength }).default(''),
    /** Unique per person and automation. Repeating a key returns the existing run. */
    idempotency_key: text({ min: 1, max: 100 }).optional(),
  },
  result: { run_id: int },
  errors: [
    errors.noSuchAutomation,
    errors.newMembersCannotStart,
    errors.conditionsNotMet,
    errors.notHere,
    errors.tooManyStarts,
    errors.tooManyRuns,
    errors.tooManyRunsInOrganization,
    channelArchived,
    slowMode,
    ...postingErrors,
    ...ruleErrors,
  ],
})

/**
 * Runs an automation for people who joined or left in batches of more than 20, which don't start runs. The server starts
 * one run for each person, over time, to stay within the limits.
 */
export const startSkipped = endpoint('POST /automations/{automation_id}/start_skipped', {
  summary: 'Run an automation for people who were added in a large batch',
  audited: true,
  contributes: true,
  params: { automation_id: id },
  /** How many people it will run for. */
  result: { people: int },
  errors: [errors.noSuchAutomation, errors.cannotManageAutomations, errors.turnedOff],
})

/** Newest first. Excludes runs involving channels you can't read. */
export const getAutomationRuns = endpoint('GET /automations/{automation_id}/runs', {
  summary: 'Get the runs of an automation',
  scope: 'admin',
  params: {
    automation_id: id,
    /** For paging: the last ID of the previous page. */
    before: id.optional(),
    limit: int.min(1).max(maxRunsPerPage).default(20),
  },
  result: { runs: z.array(AutomationRun), has_more: bool },
  errors: [errors.noSuchAutomation],
})

/** Continues with the step that failed. */
export const retryAutomationRun = endpoint('POST /automation_runs/{run_id}/retry', {
  summary: 'Retry a run that failed or was missed',
  audited: true,
  contributes: true,
  params: { run_id: id },
  errors: [errors.noSuchRun, errors.cannotRetry],
})

/** The remaining steps don't run. Earlier steps aren't undone. */
export const cancelAutomationRun = endpoint('POST /automation_runs/{run_id}/cancel', {
  summary: 'Cancel a run that is in progress',
  audited: true,
  params: { run_id: id },
  errors: [errors.noSuchRun, errors.cannotCancel],
})

export const automationAdded = event('automation', 'add', { automation: Automation })
export const automationUpdated = event('automation', 'update', { automation: Automation })
export const automationRemoved = event('automation', 'remove', { automation_id: int })
export const automationRunUpdated = event('automation_run', 'update', { run: AutomationRun })
