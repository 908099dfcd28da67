import { seconds } from '#contract'
import type { Mutation } from '#platform/organization'
import { hashToken } from '#platform/secrets'
import { activeModerators } from '../../../people/users/access/index.ts'
import { newToken } from '../../invitations/token.ts'
import { find as findLink, insert as insertLink, remove as removeLink } from '../store.ts'
import { checkCanDecide } from './access.ts'
import { mailQuestion } from './applicant-mail.ts'
import * as errors from './errors.ts'
import { maxFollowUps } from './limits.ts'
import { applicationUpdated } from './states.ts'
import * as store from './store.ts'
import type { FollowUp } from './wire.ts'

type Reader = Pick<Mutation, 'tx' | 'org' | 'now'>

const followUpsOf = (application: store.Stored) => application.follow_ups as FollowUp[]

/** Emails the applicant a question, with a link for one answer. */
export async function askApplicant(mutation: Mutation, id: number, question: string): Promise<void> {
  const { tx, org, now, viewer } = mutation
  checkCanDecide(viewer)
  if (!org.services.sendsMail) throw errors.cannotEmailApplicants()
  const application = await store.find(tx, org.id, id)
  if (!application || application.due_at <= now) throw errors.applicationClosed()
  const earlier = followUpsOf(application)
  if (earlier.some(({ answer }) => answer === null)) throw errors.answerPending()
  if (earlier.length >= maxFollowUps) throw errors.tooManyFollowUps({}, { limit: maxFollowUps })
  const followUp = { question, asked_at: seconds(now), answer: null, answered_at: null }
  await store.setFollowUps(tx, id, [...earlier, followUp])
  const token = newToken()
  await insertLink(tx, {
    ...{ token_hash: hashToken(token), org_id: org.id, purpose: 'application_question', email: application.email },
    ...{ created_at: now, expires_at: application.due_at },
  })
  await mailQuestion(mutation, application, { question, token })
  announceUpdated(mutation, id)
}

interface PendingQuestion {
  readonly application: store.Stored
  readonly question: string
}

/** The question that a link is for. Doesn't use up the link. */
export async function questionOf({ tx, org, now }: Reader, key: string): Promise<PendingQuestion> {
  const link = await findLink(tx, org.id, 'application_question', hashToken(key))
  const application = link && link.expires_at > now ? await store.findFrom(tx, org.id, link.email) : undefined
  const pending = application && followUpsOf(application).find(({ answer }) => answer === null)
  if (!pending) throw errors.answerLinkUsed()
  return { application, question: pending.question }
}

/** Uses up the link. */
export async function answerQuestion(mutation: Mutation, key: string, answer: string): Promise<void> {
  const { tx, now } = mutation
  const { application } = await questionOf(mutation, key)
  await removeLink(tx, hashToken(key))
  const answered = followUpsOf(application).map((followUp) =>
    followUp.answer === null ? { ...followUp, answer, answered_at: seconds(now) } : followUp,
  )
  await store.setFollowUps(tx, application.id, answered)
  announceUpdated(mutation, application.id)
}

function announceUpdated(mutation: Mutation, application_id: number): void {
  mutation.emit(applicationUpdated, { application_id }, activeModerators(mutation.org))
}
