import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { policies, type UserTopic, updateUserTopic } from '../../../src/features/channels/user-topics/api.ts'
import { SearchIndex } from '../../compose/typeahead/search.ts'
import { Choice } from '../../controls/choice.tsx'
import { dayOf } from '../../controls/day.ts'
import { useSaving } from '../../controls/saving.ts'
import { SettingGroup } from '../../controls/setting.tsx'
import { topicName } from '../../entities/place.tsx'
import { topicNarrow } from '../../narrow/narrow.ts'
import { hrefOfNarrow } from '../../navigation/route.ts'
import { FilterField } from '../../parts/filter-field.tsx'
import { channel } from '../../store/channels.ts'
import { part } from '../../store/connection.ts'
import { ownPages } from '../../texts/own-pages.ts'
import { api } from '../../transport/api.ts'
import { FieldOfRow } from './field-of-row.tsx'
import { changeOwn, ownValues } from './own-values.ts'
import { UserSettingGroups } from './user-setting.tsx'
import { topicPlaces } from './user-setting-places.ts'

const { topics: t } = ownPages
const userTopics = part<UserTopic[]>('user_topics')
const pageSize = 100
const channelName = (id: number) => channel(id)?.name ?? t.deletedChannel

export function Topics() {
  return (
    <>
      <UserSettingGroups places={topicPlaces} values={ownValues.value ?? {}} change={changeOwn} />
      <SettingGroup title={t.list}>
        <TopicList />
      </SettingGroup>
    </>
  )
}

function TopicList() {
  const filter = useSignal('')
  const shown = useSignal(pageSize)
  const field = useRef<HTMLInputElement>(null)
  const all = (userTopics.value ?? [])
    .filter(({ visibility_policy }) => visibility_policy !== policies.none)
    .toSorted((a, b) => b.last_updated - a.last_updated)
  if (all.length === 0) return <p>{t.none}</p>
  const fitting = new SearchIndex(all, (one) => `${channelName(one.stream_id)} ${one.topic_name}`)
    .find(filter.value)
    .map(({ item }) => item)
  return (
    <>
      <FilterField filter={filter} label={t.filter} field={field} />
      {fitting.length === 0 && <p class="list-empty">{t.noneFit}</p>}
      <ul class="list-of" aria-label={t.list}>
        {fitting.slice(0, shown.value).map((one) => (
          <TopicRow key={`${one.stream_id} ${one.topic_name.toLowerCase()}`} one={one} />
        ))}
      </ul>
      {fitting.length > shown.value && (
        <button type="button" class="button" onClick={() => (shown.value += pageSize)}>
          {t.more(Math.min(pageSize, fitting.length - shown.value))}
        </button>
      )}
    </>
  )
}

const options = [policies.followed, policies.unmuted, policies.muted, policies.none].map((value) => ({
  value,
  label: t.policies[value],
}))

function TopicRow({ one }: { one: UserTopic }) {
  const { stream_id, topic_name, visibility_policy, last_updated } = one
  const saving = useSaving<number>(visibility_policy, (value) =>
    api.call(updateUserTopic, {
      stream_id,
      topic: topic_name,
      visibility_policy: value as UserTopic['visibility_policy'],
    }),
  )
  return (
    <li>
      <div class="list-row">
        <div class="list-words">
          <a class="plain" href={hrefOfNarrow(topicNarrow(stream_id, topic_name))} dir="auto">
            {topicName(topic_name)}
          </a>
          <div class="soft">
            #{channelName(stream_id)}
            {last_updated > 0 && ` · ${t.since(dayOf(last_updated))}`}
          </div>
        </div>
        <FieldOfRow id={`topic-${stream_id}-${topic_name}`} label={t.policyOf(topicName(topic_name))} saving={saving}>
          <Choice saving={saving} options={options} />
        </FieldOfRow>
      </div>
    </li>
  )
}
