import { withFileNames } from '../content/file-names.ts'
import { timeOf } from '../controls/day.ts'
import { nameOf } from '../store/people.ts'
import { m } from '../texts/moderation.ts'
import { reportKinds } from '../texts/report-kinds.ts'
import { s } from '../texts/restrictions.ts'
import { r } from '../texts/running.ts'
import type { ModerationFile } from './file.tsx'
import { ReportPlace } from './report-place.tsx'

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
          <ReportPlace report={one} onOpen={close} />
        </li>
      ))}
    </ul>
    {hasMore && <p class="soft small">{m.allReports}</p>}
  </>
)
