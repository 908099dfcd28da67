import { useSignal } from '@preact/signals'
import { type CustomEmoji, deactivateCustomEmoji } from '../../../src/features/text/custom-emoji/api.ts'
import { maxEmojiNameLength } from '../../../src/features/text/custom-emoji/limits.ts'
import { addEmoji, canRemoveEmoji } from '../../../src/features/text/custom-emoji/rules.ts'
import { ListOf } from '../../controls/list-of.tsx'
import { LockedNote } from '../../controls/locked-note.tsx'
import { PictureField } from '../../controls/picture-field.tsx'
import { Setting, SettingGroup } from '../../controls/setting.tsx'
import { can, oneself } from '../../permissions/rights.ts'
import { part } from '../../store/connection.ts'
import { nameOf } from '../../store/people.ts'
import { o } from '../../texts/organization.ts'
import { api } from '../../transport/api.ts'
import { sendFile } from '../../transport/files.ts'
import { below } from '../../transport/place.ts'
import { EntryInput } from './entry-form.tsx'
import './organization.css'

const all = part<Readonly<Record<string, CustomEmoji>>>('realm_emoji')
const maxDrawn = 200
/** Width and height in pixels. */
const side = 128

export function Emoji() {
  const filter = useSignal('')
  const canAdd = can(addEmoji)
  const offered = Object.values(all.value ?? {})
    .filter(({ deactivated }) => !deactivated)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  const wanted = filter.value.trim().toLowerCase().replaceAll(' ', '_')
  const found = offered.filter(({ name }) => name.includes(wanted))
  const canRemove = (one: CustomEmoji) => canRemoveEmoji(oneself(), one)
  return (
    <>
      <p class="lead">{o.emojiMore}</p>
      <LockedNote locked={canAdd ? undefined : o.cannotAddEmoji} />
      {canAdd && <NewEmoji />}
      {offered.length > 10 && (
        <input
          type="search"
          class="list-filter"
          aria-label={o.find}
          placeholder={o.find}
          maxLength={maxEmojiNameLength}
          value={filter.value}
          onInput={({ currentTarget }) => (filter.value = currentTarget.value)}
        />
      )}
      <ListOf
        items={found.slice(0, maxDrawn)}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        label={o.emoji}
        empty={offered.length === 0 ? o.noEmoji : o.noEmojiFound}
        canRemove={canRemove}
        remove={({ name }) => api.call(deactivateCustomEmoji, { emoji_name: name })}
      >
        {({ name, source_url, author_id }) => (
          <span class="emoji-row">
            <img src={below(source_url)} alt="" width={28} height={28} loading="lazy" />
            <span dir="ltr">:{name}:</span>
            {author_id !== null && nameOf(author_id) !== '' && (
              <span class="soft small" dir="auto">
                {o.emojiBy(nameOf(author_id))}
              </span>
            )}
          </span>
        )}
      </ListOf>
      {found.length > maxDrawn && <p class="soft">{o.others(found.length - maxDrawn)}</p>}
    </>
  )
}

/** The picture is cropped and uploaded as soon as it's chosen. */
function NewEmoji() {
  const name = useSignal('')
  const problem = useSignal('')
  const isNamed = name.value.trim() !== ''
  return (
    <SettingGroup id="add" title={o.addEmoji}>
      <EntryInput
        field={{ name: 'emoji_name', words: o.emojiName, value: name, most: maxEmojiNameLength, isCode: true }}
        problem={problem.value}
      />
      <Setting
        id="emoji-picture"
        label={o.emojiPicture.label}
        help={o.emojiPicture.help}
        locked={isNamed ? undefined : o.nameFirst}
      >
        <PictureField
          aspect={1}
          width={side}
          upload={async (file) => {
            await sendFile('POST', `/realm/emoji/${encodeURIComponent(name.value.trim())}`, file)
            name.value = ''
          }}
        >
          {null}
        </PictureField>
      </Setting>
    </SettingGroup>
  )
}
