import { isModerator, mustBeModerator } from '#contract'
import type { Mutation } from '#platform/organization'
import { activeModerators } from '../../people/users/access/index.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { tooManyReports } from '../messages/api/report.ts'
import type { ReportedMessage } from '../messages/hooks.ts'
import { notifyOfReport } from '../messages/moderation-rules/notice.ts'
import type { RuleReport } from '../messages/moderation-rules/rule-report.ts'
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
  await store.change(mutation.tx, before.id, {
    state,
    action,
    note,
    handled_by: isOpen ? null : mutation.viewer.id,
    handled_at: isOpen ? null : mutation.now,
  })
  mutation.emit(api.messageReportChanged, { report_id: before.id, state }, activeModerators(mutation.org))
}
