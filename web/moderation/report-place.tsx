import { topicName } from '../entities/place.tsx'
import { hrefOf, hrefOfNarrow } from '../navigation/route.ts'
import { channel } from '../store/channels.ts'
import { r } from '../texts/running.ts'
import type { ModerationFile } from './file.tsx'

type Report = ModerationFile['reports_about'][number]

/**
 * A link to the reported message if the user can open it; otherwise why not. Hidden messages link to the list of reports,
 * except in the list itself, which has no `onOpen`.
 */
export function ReportPlace({ report, onOpen }: { report: Report; onOpen?: () => void }) {
  const { is_readable, is_hidden, message_id, stream_id, topic } = report
  const place = stream_id === null ? undefined : `#${channel(stream_id)?.name ?? ''} › ${topicName(topic ?? '')}`
  if (is_hidden)
    return (
      <span class="small">
        {onOpen ? (
          <a href={hrefOf({ view: 'organization', section: 'reports', detail: '' })} onClick={onOpen}>
            {r.hiddenMessage}
          </a>
        ) : (
          <strong>{r.hiddenMessage}</strong>
        )}
        {place !== undefined && <span dir="auto"> · {place}</span>}
      </span>
    )
  if (!is_readable) return <span class="soft small">{r.notReadable}</span>
  if (message_id === null) return <span class="soft small">{r.messageGone}</span>
  const narrow =
    stream_id === null
      ? [{ operator: 'id', operand: message_id } as const]
      : [{ operator: 'channel', operand: stream_id } as const, { operator: 'topic', operand: topic ?? '' } as const]
  return (
    <a class="small" href={hrefOfNarrow(narrow, stream_id === null ? undefined : message_id)} onClick={onOpen}>
      {r.showMessage}
      {place === undefined ? `, ${r.directly}` : `: ${place}`}
    </a>
  )
}
