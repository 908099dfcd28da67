import { isModerator, mustBeModerator, type UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { channelsCache } from '../../channels/channels/cache.ts'
import { activeModerators } from '../../people/users/access/index.ts'
import type { Account } from '../../people/users/account.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { readableMessageFacts } from '../messages/access/readable.ts'
import { readerOf } from '../messages/access/reader.ts'
import { asServer, sendAsBot, settingsUrl } from '../messages/actions/notices.ts'
import { tooManyReports } from '../messages/api/report.ts'
import { type HiddenMessage, hiddenAmong, hiddenBy } from '../messages/hidden-messages/access.ts'
import {
  deleteHidden,
  endHiding,
  hideMessage,
  keepDeleted,
  restoreHidden,
} from '../messages/hidden-messages/actions.ts'
import type { ReportedMessage } from '../messages/hooks.ts'
import { notifyOfReport } from '../messages/moderation-rules/notice.ts'
import type { RuleReport } from '../messages/moderation-rules/rule-report.ts'
import { limitsOn } from '../messages/newcomer-limits/access.ts'
import { textsIn } from '../messages/texts.ts'
import { countsToHide, seenBy } from './access.ts'
import * as api from './api.ts'
import * as store from './store.ts'

/** Maximum open reports by one user. */
const maxOpen = 100
/** Maximum open reports by rules about a person and their bots, and in an organization; what exceeds them isn't reported. */
const maxOpenByRules = { person: 50, organization: 2_000 }
/** Maximum reports of an organization; open ones are never deleted. */
const maxKept = 20_000
/** The same limit as in the moderators' notice. */
const maxContent = 5_000

export async function keepReport(mutation: Mutation, reported: ReportedMessage): Promise<void> {
  const { tx } = mutation
  if ((await store.countOpenOf(tx, reported.reporterId)) >= maxOpen) throw tooManyReports({}, { limit: maxOpen })
  await save(mutation, {
    message_id: reported.messageId,
    notice_id: reported.noticeId,
    reporter_id: reported.reporterId,
    author_id: reported.authorId,
    kind: reported.kind,
    description: reported.description,
    content: reported.content,
  })
  await hideIfNeeded(mutation, reported)
}

/** Hides a new member's message if enough full members reported it. */
async function hideIfNeeded(mutation: Mutation, { messageId, authorId, noticeId }: ReportedMessage): Promise<void> {
  const { tx, org } = mutation
  const needed = limitsOn(org, authorId)?.newcomer_reports_to_hide ?? 0
  if (needed === 0) return
  const reporters = await store.openReporters(tx, authorId, messageId)
  const count = reporters.filter((id) => countsToHide(org, id, authorId)).length
  if (count < needed || !(await hideMessage(mutation, messageId))) return
  const [notice] = await readableMessageFacts(tx, org.id, [noticeId])
  const channel = notice && mutation.get(channelsCache).ofConversation(notice.conversation_id)
  if (!channel) return
  const text = textsIn(org.language).hidden.notice(count, settingsUrl(org, 'reports'))
  const recipient = { kind: 'channel', channel } as const
  await asServer(mutation, () =>
    sendAsBot(mutation, 'notification-bot', recipient, notice.topic, text, { ignoresAlertWords: true }),
  )
}

/** A message has one open report by rules at most, however often it's edited. */
export async function keepRuleReport(
  mutation: Mutation,
  { ruleName: rule_name, messageId: message_id, isPublic: was_public, author, content }: RuleReport,
): Promise<void> {
  const { tx } = mutation
  if (await store.isReportedByRule(tx, author.id, message_id)) return
  const people = mutation.get(peopleCache)
  const reporter_id = people.systemBot('notification-bot').id
  const account = people.byId.get(author.id)
  const authorIds = account ? people.idsOfPerson(account) : [author.id]
  if ((await store.countOpenOf(tx, reporter_id, authorIds)) >= maxOpenByRules.person) return
  if ((await store.countOpenOf(tx, reporter_id)) >= maxOpenByRules.organization) return
  const report = { message_id, notice_id: null, reporter_id, author_id: author.id, rule_name, was_public, content }
  await save(mutation, { ...report, kind: 'norms', description: '' })
  if (account) await notifyOfReport(mutation, account)
}

type NewReport = Omit<Parameters<typeof store.insert>[1], 'org_id' | 'reported_at'> & { readonly content: string }

async function save(mutation: Mutation, report: NewReport): Promise<void> {
  const { tx, org, now } = mutation
  const content = report.content.slice(0, maxContent).toWellFormed()
  const id = await store.insert(tx, { ...report, content, org_id: org.id, reported_at: now })
  await store.removeBeyond(tx, org.id, maxKept)
  mutation.emit(api.messageReportChanged, { report_id: id, state: 'open' }, activeModerators(mutation.org))
}

interface Change {
  readonly report_id: number
  readonly state: api.ReportState
  readonly action?: (typeof api.reportActions)[number] | undefined
  readonly note: string
  readonly expected_state?: api.ReportState | undefined
}

export async function changeReport(mutation: Mutation, change: Change): Promise<void> {
  if (!isModerator(mutation.viewer)) throw mustBeModerator()
  const before = await store.byId(mutation.tx, mutation.org.id, change.report_id)
  if (!before) throw api.noSuchReport()
  if (change.expected_state !== undefined && before.state !== change.expected_state)
    throw api.changedConcurrently({ state: before.state })
  const { state, note } = change
  const action = state === 'handled' ? (change.action ?? null) : null
  if (before.state === state && before.action === action && before.note === note) return
  const isOpen = state === 'open'
  const { message_id } = before
  if (!isOpen && (await hiddenAmong(mutation.tx, mutation.org.id, [message_id])).has(message_id))
    throw api.messageIsHidden()
  await store.change(mutation.tx, [before.id], {
    state,
    action,
    note,
    handled_by: isOpen ? null : mutation.viewer.id,
    handled_at: isOpen ? null : mutation.now,
  })
  mutation.emit(api.messageReportChanged, { report_id: before.id, state }, activeModerators(mutation.org))
}

export async function restoreReported(mutation: Mutation, reportId: number): Promise<void> {
  const message = await hiddenMessage(mutation, reportId)
  if (!(await restoreHidden(mutation, message))) throw api.notHidden()
  await closeReports(mutation, [message], { state: 'dismissed', action: null, note: '' })
}

export async function deleteReported(mutation: Mutation, reportId: number, reason: string): Promise<void> {
  const message = await hiddenMessage(mutation, reportId)
  await deleteHidden(mutation, message, reason)
  await closeReports(mutation, [message], { state: 'handled', action: 'message_deleted', note: reason })
}

interface BulkDeletion {
  readonly id: number
  readonly user_id: UserId
  /** Null for all messages. */
  readonly since: Date | null
}

/** Includes an author's hidden messages in a moderator's bulk deletion; returns how many. */
export async function deleteAllHidden(mutation: Mutation, { id, user_id, since }: BulkDeletion): Promise<number> {
  const all = await hiddenBy(mutation.tx, await readerOf(mutation), user_id)
  const messages = since === null ? all : all.filter(({ sent_at }) => sent_at >= since)
  if (messages.length === 0) return 0
  await keepDeleted(mutation, messages, id)
  await closeReports(mutation, messages, { state: 'handled', action: 'message_deleted', note: '' })
  return messages.length
}

/** The hidden message that a report is about, if the viewer can decide. */
async function hiddenMessage(mutation: Mutation, reportId: number): Promise<HiddenMessage> {
  const { tx, org, viewer } = mutation
  if (!isModerator(viewer)) throw mustBeModerator()
  const report = await store.byId(tx, org.id, reportId)
  if (!report) throw api.noSuchReport()
  const { hidden, isReadable } = (await seenBy(tx, await readerOf(mutation), [report]))(report)
  if (!isReadable) throw api.cannotDecide()
  if (!hidden) throw api.notHidden()
  return hidden
}

/** Of one author's messages. */
async function closeReports(
  { tx, org, viewer, now, emit }: Mutation,
  messages: readonly HiddenMessage[],
  outcome: Pick<store.Stored, 'action' | 'note'> & { readonly state: api.ReportState },
): Promise<void> {
  const [first] = messages
  if (!first) return
  const ids = messages.map(({ id }) => id)
  const open = (await store.openAbout(tx, first.author_id, ids)).map(({ id }) => id)
  await store.change(tx, open, { ...outcome, handled_by: viewer.id, handled_at: now })
  for (const report_id of open)
    emit(api.messageReportChanged, { report_id, state: outcome.state }, activeModerators(org))
}

/** Their reports stay open, and can be handled like others. */
export async function endHidingOf(mutation: Mutation, author: Account): Promise<void> {
  const ids = await endHiding(mutation, author)
  for (const { id } of await store.openAbout(mutation.tx, author.id, ids))
    mutation.emit(api.messageReportChanged, { report_id: id, state: 'open' }, activeModerators(mutation.org))
}
