import { bool, ChannelId, endpoint, event, id, int, text, z } from '#contract'
import { channelArchived, noSuchChannelId } from '../../channels/channels/errors.ts'
import { maxWrittenTopicLength } from '../../channels/channels/limits.ts'
import { postingErrors } from '../../messages/messages/api/send.ts'
import { ruleErrors } from '../../messages/messages/moderation-rules/errors.ts'
import { slowMode } from '../../messages/messages/slow-mode/errors.ts'
import { tooManyKept } from '../../people/organization/totals.ts'
import { nameTaken } from '../../people/users/errors.ts'
import { fullName } from '../../people/users/input.ts'
import * as errors from './errors.ts'
import { maxCommandTextLength, maxDescriptionLength, maxRunsPerPage } from './limits.ts'
import { Steps } from './steps/input.ts'
import { Trigger } from './triggers/input.ts'
import { Automation, AutomationRun } from './wire.ts'

const automation = {
  /** Also the name of its bot. */
  name: fullName,
  description: text({ trim: true, max: maxDescriptionLength }),
  trigger: Trigger,
  steps: Steps,
  is_enabled: bool,
}
const refusals = [errors.cannotManageAutomations, noSuchChannelId, channelArchived, nameTaken]

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
    is_enabled: automation.is_enabled.default(true),
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
    steps: automation.steps.optional(),
    is_enabled: automation.is_enabled.optional(),
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
 * Starts an automation with the trigger `manual`, like its slash command. People who can post there can start a channel's
 * automation in that channel, and an organization-wide one in any channel that isn't private.
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
    /** Repeating a key returns the run that it started, per person and automation. */
    idempotency_key: text({ min: 1, max: 100 }).optional(),
  },
  result: { run_id: int },
  errors: [
    errors.noSuchAutomation,
    errors.newMembersCannotStart,
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
