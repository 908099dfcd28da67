import type { Mutation } from '#platform/organization'
import type { Account } from '../../../people/users/account.ts'
import { notifyModerators, settingsUrl, silent } from '../actions/notices.ts'
import { textsIn } from '../texts.ts'

const minIntervalMs = 10 * 60_000

/** Posts a notice about restrictions by rules in the channel for moderation requests, at most every ten minutes. */
export async function notifyOfRestriction(mutation: Mutation, person: Account): Promise<void> {
  const { restrictionTopic: topic, madeReadOnly } = textsIn(mutation.org.language).rules
  await notifyModerators(mutation, {
    topic,
    text: madeReadOnly(silent(person), settingsUrl(mutation.org, 'restrictions')),
    minIntervalMs,
  })
}

/** Posts a notice about reports by rules in the channel for moderation requests, at most every ten minutes. */
export async function notifyOfReport(mutation: Mutation, author: Account): Promise<void> {
  const { reportTopic: topic, reported } = textsIn(mutation.org.language).rules
  await notifyModerators(mutation, {
    topic,
    text: reported(silent(author), settingsUrl(mutation.org, 'reports')),
    minIntervalMs,
  })
}
