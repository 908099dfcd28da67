import { isModerator, mustBeModerator } from '#contract'
import { wideNetworkOf } from '#platform/http'
import type { Organization } from '#platform/organization'
import { isAllowed } from '#platform/outbound'
import { secretsOf } from '#platform/secrets'
import type { OpenContext } from '#platform/serve'
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

/** Identifies the network of a request. Null for private addresses: they may be a reverse proxy's, which everyone shares. */
export function networkHashOf({ org, request: { address } }: Pick<OpenContext, 'org' | 'request'>): string | null {
  if (!isAllowed(address)) return null
  return secretsOf(org.services.config).sign('networks of applicants', `${org.id} ${wideNetworkOf(address)}`)
}

export function checkCanDecide(viewer: Viewer): void {
  if (!isModerator(viewer)) throw mustBeModerator()
}
