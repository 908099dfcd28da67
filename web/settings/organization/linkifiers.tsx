import { useSignal } from '@preact/signals'
import { renderMessage } from '../../../src/features/messages/messages/api/render.ts'
import {
  type Linkifier,
  removeLinkifier,
  reorderLinkifiers,
} from '../../../src/features/text/custom-links/linkifiers/api.ts'
import { ListOf } from '../../controls/list-of.tsx'
import { LockedNote } from '../../controls/locked-note.tsx'
import { SettingGroup } from '../../controls/setting.tsx'
import { Icon } from '../../parts/icon.tsx'
import { IconButton } from '../../parts/icon-button.tsx'
import { part } from '../../store/connection.ts'
import { o } from '../../texts/organization.ts'
import { api } from '../../transport/api.ts'
import { useAfterTyping } from './after-typing.ts'
import { EntryInput } from './entry-form.tsx'
import { openLinkifierForm } from './linkifier-form.tsx'
import { lockedFor } from './own-rank.ts'
import { Rendered } from './rendered.tsx'
import './organization.css'

const linkifiers = part<readonly Linkifier[]>('realm_linkifiers')
const longestSample = 1_000

export function Linkifiers() {
  const list = linkifiers.value ?? []
  const locked = lockedFor('administrator')
  return (
    <>
      <p class="lead">{o.linkifiersMore}</p>
      <LockedNote locked={locked} />
      {!locked && (
        <button type="button" class="button primary add" onClick={() => openLinkifierForm()}>
          {o.addLinkifier}
        </button>
      )}
      <ListOf
        items={list}
        keyOf={({ id }) => id}
        nameOf={({ pattern }) => pattern}
        label={o.linkifiers}
        empty={o.noLinkifiers}
        buttons={(one) =>
          !locked && (
            <IconButton label={o.edit(one.pattern)} run={() => openLinkifierForm(one)}>
              <Icon name="pen" />
            </IconButton>
          )
        }
        remove={locked ? undefined : ({ id }) => api.call(removeLinkifier, { filter_id: id })}
        arrange={locked ? undefined : (ids) => api.call(reorderLinkifiers, { ordered_linkifier_ids: ids as number[] })}
      >
        {({ pattern, url_template }) => (
          <>
            <code dir="ltr">{pattern}</code>
            <span class="soft small wraps" dir="ltr">
              {url_template}
            </span>
          </>
        )}
      </ListOf>
      {list.length > 0 && <Trial list={list} />}
    </>
  )
}

function Trial({ list }: { list: readonly Linkifier[] }) {
  const sample = useSignal('')
  const text = sample.value.trim()
  // render again if the patterns or their order change
  const key = text === '' ? undefined : `${JSON.stringify(list)} ${text}`
  const { answer } = useAfterTyping(key, (signal) => api.call(renderMessage, { content: text }, { signal })).value
  return (
    <SettingGroup id="try" title={o.tryThem}>
      <EntryInput
        field={{ name: 'content', words: o.trySaved, value: sample, most: longestSample }}
        problem={undefined}
      />
      {answer && text !== '' && <Rendered html={answer.rendered} />}
    </SettingGroup>
  )
}
