import { isModerator, mustBeModerator } from '#contract'
import type { Mutation } from '#platform/organization'
import { activeModerators } from '../../people/users/access/index.ts'
import { tooManyReports } from '../messages/api/report.ts'
import type { ReportedMessage } from '../messages/hooks.ts'
import * as api from './api.ts'
import * as store from './store.ts'

/** Maximum open reports by one user. */
const maxOpen = 100
/** Maximum reports of an organization; open ones are never deleted. */
const maxKept = 20_000
/** The same limit as in the moderators' notice. */
const maxContent = 5_000

export async function keepReport(mutation: Mutation, reported: ReportedMessage): Promise<void> {
  const { tx, org } = mutation
  if ((await store.countOpenOf(tx, reported.reporterId)) >= maxOpen) throw tooManyReports({}, { limit: maxOpen })
  const id = await store.insert(tx, {
    org_id: org.id,
    message_id: reported.messageId,
    notice_id: reported.noticeId,
    reporter_id: reported.reporterId,
    author_id: reported.authorId,
    kind: reported.kind,
    description: reported.description,
    content: reported.content.slice(0, maxContent).toWellFormed(),
    reported_at: mutation.now,
  })
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
