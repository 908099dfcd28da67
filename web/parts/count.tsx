import { t } from '../texts/index.ts'

export const Count = ({
  count,
  quiet = false,
  mentioned = false,
  words = t.unread(count),
}: {
  count: number
  quiet?: boolean | undefined
  mentioned?: boolean | undefined
  words?: string | undefined
}) =>
  count === 0 ? null : (
    <span class={quiet ? 'count quiet' : 'count'}>
      {mentioned && (
        <span class="mention" title={t.mentioned}>
          @<span class="visually-hidden"> {t.mentioned}, </span>
        </span>
      )}
      <b aria-hidden="true">{count > 999 ? '999+' : count}</b>
      <span class="visually-hidden">{words}</span>
    </span>
  )
