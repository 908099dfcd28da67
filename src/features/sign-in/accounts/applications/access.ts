import { isModerator, mustBeModerator } from '#contract'
import type { Organization } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import { settingsOf } from '../../../people/organization/cache.ts'
import { type Invitation, isInvitedByAdministrator } from '../../../people/restrictions/lockdown/access.ts'
import { answersMissing } from './errors.ts'
import type { Answer } from './wire.ts'

/** Whether someone has to apply to join. Administrators' email invitations are exempt. */
export const needsApproval = (org: Organization, invitation: Invitation | undefined): boolean =>
  settingsOf(org).join_gate === 'approval' && !isInvitedByAdministrator(org, invitation)

export const questionsFor = (org: Organization, invitation: Invitation | undefined): readonly string[] =>
  needsApproval(org, invitation) ? settingsOf(org).join_questions : []

/** Throws unless these are answers to the current questions. */
export function checkAnswers(org: Organization, answers: readonly Answer[]): void {
  const questions = settingsOf(org).join_questions
  const isComplete =
    answers.length === questions.length &&
    questions.every((question, index) => answers[index]?.question === question && answers[index]?.answer !== '')
  if (!isComplete) throw answersMissing()
}

export function checkCanDecide(viewer: Viewer): void {
  if (!isModerator(viewer)) throw mustBeModerator()
}
