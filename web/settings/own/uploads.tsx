import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { uploadsPath } from '#contract'
import {
  type Attachment,
  attachmentAdded,
  attachmentRemoved,
  attachmentUpdated,
  getAttachments,
  removeAttachment,
} from '../../../src/features/messages/attachments/api.ts'
import { SearchIndex } from '../../compose/typeahead/search.ts'
import { Refusal } from '../../controls/actions.tsx'
import { dayOf } from '../../controls/day.ts'
import { ListOf } from '../../controls/list-of.tsx'
import { useLoaded } from '../../controls/loaded.ts'
import { Loading } from '../../controls/loading.tsx'
import { sizeText } from '../../controls/size-text.ts'
import { hrefOfNarrow } from '../../navigation/route.ts'
import { openDialog } from '../../parts/dialog.tsx'
import { FilterField } from '../../parts/filter-field.tsx'
import { Form } from '../../parts/form.tsx'
import { Icon } from '../../parts/icon.tsx'
import { IconButton } from '../../parts/icon-button.tsx'
import { part } from '../../store/connection.ts'
import { nameOrder } from '../../texts/locale.ts'
import { o } from '../../texts/own.ts'
import { ownPages } from '../../texts/own-pages.ts'
import { s } from '../../texts/settings.ts'
import { api } from '../../transport/api.ts'
import { below } from '../../transport/place.ts'

const { uploads: t, topics } = ownPages
const quota = part<number | null>('realm_upload_quota_mib')
const pageSize = 100

const orders = {
  newest: (a: Attachment, b: Attachment) => b.create_time - a.create_time,
  largest: (a: Attachment, b: Attachment) => b.size - a.size,
  name: (a: Attachment, b: Attachment) => nameOrder.compare(a.name, b.name),
} as const
type Order = keyof typeof orders

const kinds = [attachmentAdded, attachmentUpdated, attachmentRemoved].map(({ type }) => type as string)

export function Uploads() {
  const { value, problem } = useLoaded(() => api.call(getAttachments, {}), { types: kinds })
  const most = quota.value ?? undefined
  return (
    <>
      <p class="lead">{t.lead}</p>
      {value ? (
        <>
          <p class="used">
            {most === undefined
              ? t.used(sizeText(value.upload_space_used))
              : t.usedOf(sizeText(value.upload_space_used), sizeText(most * 2 ** 20))}
            {most !== undefined && (
              <meter min={0} max={most * 2 ** 20} value={value.upload_space_used} aria-label={t.room} />
            )}
          </p>
          <Refusal text={problem} />
          <Files all={value.attachments} />
        </>
      ) : (
        <Loading problem={problem} label={o.loading} />
      )}
    </>
  )
}

function Files({ all }: { all: readonly Attachment[] }) {
  const filter = useSignal('')
  const order = useSignal<Order>('newest')
  const shown = useSignal(pageSize)
  const field = useRef<HTMLInputElement>(null)
  const fitting = new SearchIndex(all, ({ name }) => name)
    .find(filter.value)
    .map(({ item }) => item)
    .sort(orders[order.value])
  return (
    <>
      {all.length > 0 && (
        <div class="list-filters">
          <FilterField filter={filter} label={t.filter} field={field} />
          <select
            aria-label={t.order}
            value={order.value}
            onChange={({ currentTarget }) => (order.value = currentTarget.value as Order)}
          >
            {(Object.keys(orders) as Order[]).map((one) => (
              <option key={one} value={one}>
                {t.orders[one]}
              </option>
            ))}
          </select>
        </div>
      )}
      <ListOf
        items={fitting.slice(0, shown.value)}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        label={t.list}
        empty={all.length === 0 ? t.none : t.noneFit}
        buttons={(one) => (
          <IconButton label={s.remove(one.name)} run={() => openRemoval(one)}>
            <Icon name="trash" />
          </IconButton>
        )}
      >
        {(one) => <File one={one} />}
      </ListOf>
      {fitting.length > shown.value && (
        <button type="button" class="button" onClick={() => (shown.value += pageSize)}>
          {topics.more(Math.min(pageSize, fitting.length - shown.value))}
        </button>
      )}
    </>
  )
}

const File = ({ one }: { one: Attachment }) => {
  const last = one.message_ids.at(-1)
  return (
    <>
      <a class="plain" href={below(`${uploadsPath}${one.path_id}`)} target="_blank" rel="noopener" dir="auto">
        {one.name}
      </a>
      <div class="soft">
        {[sizeText(one.size), dayOf(one.create_time), t.inMessages(one.message_ids.length)].join(' · ')}
        {last !== undefined && (
          <>
            {' · '}
            <a class="plain" href={hrefOfNarrow([{ operator: 'id', operand: last }])}>
              {t.openMessage}
            </a>
          </>
        )}
      </div>
    </>
  )
}

function openRemoval({ id, name }: Attachment): void {
  void openDialog({ title: t.remove(name) }, (close) => (
    <Form submit={t.removeNow} isDanger close={close} run={() => api.call(removeAttachment, { attachment_id: id })}>
      <p>{t.removeMore}</p>
    </Form>
  ))
}
