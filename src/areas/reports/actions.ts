import { isModerator, type UserId } from '#contract'
import type { Act } from '#platform/organization'
import { tooManyReports } from '../messages/api/report.ts'
import type { ReportedMessage } from '../messages/hooks.ts'
import { peopleMirror } from '../users/mirror.ts'
import * as api from './api.ts'
import * as store from './store.ts'

/** Maximum open reports by one user. */
const mostOpen = 100
/** Maximum reports of an organization; open ones are never deleted. */
const mostKept = 20_000
/** The same limit as in the moderators' notice. */
const mostContent = 5_000

const moderators = (act: Act): UserId[] =>
  act
    .get(peopleMirror)
    .all()
    .filter((account) => account.isActive && isModerator(account))
    .map(({ id }) => id)

export async function keepReport(act: Act, reported: ReportedMessage): Promise<void> {
  const { tx, org } = act
  if ((await store.countOpenOf(tx, reported.reporterId)) >= mostOpen) throw tooManyReports({}, { limit: mostOpen })
  const id = await store.insert(tx, {
    org_id: org.id,
    message_id: reported.messageId,
    notice_id: reported.noticeId,
    reporter_id: reported.reporterId,
    author_id: reported.authorId,
    kind: reported.kind,
    description: reported.description,
    content: reported.content.slice(0, mostContent).toWellFormed(),
    reported_at: act.now,
  })
  await store.removeBeyond(tx, org.id, mostKept)
  act.emit(api.messageReportChanged, { report_id: id, state: 'open' }, moderators(act))
}

interface Change {
  readonly report_id: number
  readonly state: api.ReportState
  readonly action?: (typeof api.reportActions)[number] | undefined
  readonly note: string
  readonly expected_state?: api.ReportState | undefined
}

export async function changeReport(act: Act, change: Change): Promise<void> {
  if (!isModerator(act.viewer)) throw api.mustBeModerator()
  const before = await store.byId(act.tx, act.org.id, change.report_id)
  if (!before) throw api.noSuchReport()
  if (change.expected_state !== undefined && before.state !== change.expected_state)
    throw api.changedMeanwhile({ state: before.state })
  const { state, note } = change
  const action = state === 'handled' ? (change.action ?? null) : null
  if (before.state === state && before.action === action && before.note === note) return
  const isOpen = state === 'open'
  await store.change(act.tx, before.id, {
    state,
    action,
    note,
    handled_by: isOpen ? null : act.viewer.id,
    handled_at: isOpen ? null : act.now,
  })
  act.emit(api.messageReportChanged, { report_id: before.id, state }, moderators(act))
}
