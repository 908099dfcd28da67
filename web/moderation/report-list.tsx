import { withFileNames } from '../content/file-names.ts'
import { timeOf } from '../controls/day.ts'
import { topicName } from '../entities/place.tsx'
import { hrefOfNarrow } from '../navigation/route.ts'
import { channel } from '../store/channels.ts'
import { nameOf } from '../store/people.ts'
import { m } from '../texts/moderation.ts'
import { reportKinds } from '../texts/report-kinds.ts'
import { s } from '../texts/restrictions.ts'
import { r } from '../texts/running.ts'
import type { ModerationFile } from './file.tsx'

type Report = ModerationFile['reports_about'][number]

interface Props {
  readonly reports: readonly Report[]
  readonly hasMore: boolean
  close(): void
}

export const ReportList = ({ reports, hasMore, close }: Props) => (
  <>
    {reports.length === 0 && <p class="soft">{m.noReports}</p>}
    <ul class="file-rows">
      {reports.map((one) => (
        <li key={one.id}>
          <span dir="auto">
            {one.rule_name === null
              ? r.reportLine(nameOf(one.reporter_id) || s.someone, nameOf(one.author_id) || s.someone)
              : r.ruleReportLine(one.rule_name, nameOf(one.author_id) || s.someone)}
          </span>
          <span class="soft small">
            {one.rule_name === null && `${reportKinds[one.kind]} · `}
            {timeOf(one.reported_at)} · {r.reportStates[one.state]}
          </span>
          {one.content && (
            <blockquote class="file-quote" dir="auto">
              {withFileNames(one.content)}
            </blockquote>
          )}
          {one.description && (
            <span class="small" dir="auto">
              {r.hasSaid}: {one.description}
            </span>
          )}
          <Place report={one} close={close} />
        </li>
      ))}
    </ul>
    {hasMore && <p class="soft small">{m.allReports}</p>}
  </>
)

/** A link to the message if the user can open it. */
function Place({ report, close }: { report: Report; close: () => void }) {
  const { is_readable, message_id, stream_id, topic } = report
  if (!is_readable) return <span class="soft small">{r.notReadable}</span>
  if (message_id === null) return <span class="soft small">{r.messageGone}</span>
  const narrow =
    stream_id === null
      ? [{ operator: 'id', operand: message_id } as const]
      : [{ operator: 'channel', operand: stream_id } as const, { operator: 'topic', operand: topic ?? '' } as const]
  return (
    <a class="small" href={hrefOfNarrow(narrow, stream_id === null ? undefined : message_id)} onClick={close}>
      {r.showMessage}
      {stream_id === null ? `, ${r.directly}` : `: #${channel(stream_id)?.name ?? ''} › ${topicName(topic ?? '')}`}
    </a>
  )
}
