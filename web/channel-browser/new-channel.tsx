import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { ApiError } from '#contract'
import { createChannel } from '../../src/features/channels/subscriptions/api.ts'
import { channelNarrow } from '../narrow/narrow.ts'
import { goTo } from '../navigation/route.ts'
import { reasonOf } from '../parts/refusal.ts'
import { canCreate } from '../permissions/channel-rights.ts'
import { isAdministering } from '../permissions/rights.ts'
import { channels } from '../store/channels.ts'
import { part } from '../store/connection.ts'
import { folderName } from '../store/folders.ts'
import { ownId } from '../store/people.ts'
import { p } from '../texts/places.ts'
import { api } from '../transport/api.ts'
import { CreationForm } from './creation-form.tsx'
import { type FolderChoice, FolderField, idOfChoice } from './folder-field.tsx'
import { PeopleField } from './people-field.tsx'

const longestName = part<number>('max_stream_name_length')
const longestDescription = part<number>('max_stream_description_length')
const announcements = part<number>('realm_new_stream_announcements_stream_id')

const kinds = ['public', 'webPublic', 'sharedHistory', 'protectedHistory'] as const
type Kind = (typeof kinds)[number]
const settingsOf: Record<Kind, { invite_only?: true; is_web_public?: true; history_public_to_subscribers?: boolean }> =
  {
    public: {},
    webPublic: { is_web_public: true },
    sharedHistory: { invite_only: true, history_public_to_subscribers: true },
    protectedHistory: { invite_only: true, history_public_to_subscribers: false },
  }

function wrongWith(name: string): string | undefined {
  if (name === '') return p.nameNeeded
  const wanted = name.normalize('NFC').toLowerCase()
  return [...channels.value.values()].some((one) => one.name.toLowerCase() === wanted) ? p.nameTaken(name) : undefined
}

export function NewChannel({ folderId }: { folderId: number | undefined }) {
  const can = canCreate()
  const allowed = kinds.filter((kind) => (kind === 'public' || kind === 'webPublic' ? can[kind] : can.private))
  const name = useSignal('')
  const description = useSignal('')
  const kind = useSignal<Kind>(allowed[0] ?? 'public')
  const folder = useSignal<FolderChoice>({ id: folderName(folderId) ? (folderId ?? null) : null })
  const people = useSignal<readonly number[]>([ownId.value])
  const announces = useSignal(true)
  const isDefault = useSignal(false)
  const isTried = useSignal(false)
  const isBusy = useSignal(false)
  const refusal = useSignal('')
  const nameRefusal = useSignal('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  if (allowed.length === 0)
    return (
      <div class="directory" id="messages" tabIndex={-1}>
        <p class="hint">{p.cannotCreate}</p>
      </div>
    )
  const wanted = name.value.trim().replace(/\s+/g, ' ')
  const wrong = nameRefusal.value || (isTried.value || wanted !== '' ? wrongWith(wanted) : undefined)
  const isOpen = kind.value === 'public' || kind.value === 'webPublic'
  const announcesIn = channels.value.get(announcements.value ?? -1)?.name

  const make = async () => {
    isTried.value = true
    if (wrongWith(wanted) !== undefined) {
      field.current?.focus()
      return
    }
    if ('name' in folder.value && folder.value.name.trim() === '') return
    isBusy.value = true
    refusal.value = ''
    try {
      const folderId = await idOfChoice(folder)
      const { id } = await api.call(createChannel, {
        name: wanted,
        description: description.value.trim(),
        subscribers: [...people.value],
        announce: isOpen && announces.value && announcesIn !== undefined,
        ...settingsOf[kind.value],
        ...(folderId === null ? {} : { folder_id: folderId }),
        ...(isOpen && isDefault.value ? { is_default_stream: true } : {}),
      })
      goTo({ view: 'narrow', narrow: channelNarrow(id) }, { replace: true })
    } catch (problem) {
      isBusy.value = false
      const reason = reasonOf(problem)
      // a channel the user can't see may already have the name
      if (problem instanceof ApiError && reason.includes(`'${wanted}'`)) {
        nameRefusal.value = reason
        field.current?.focus()
      } else refusal.value = reason
    }
  }

  return (
    <CreationForm
      texts={p}
      field={field}
      name={name}
      description={description}
      longest={{ name: longestName.value, description: longestDescription.value }}
      wrong={wrong}
      refusal={refusal.value}
      isBusy={isBusy.value}
      onName={() => (nameRefusal.value = '')}
      onSubmit={() => void make()}
      list={{ view: 'channels', section: 'all' }}
    >
      <fieldset>
        <legend>{p.usersWhoCanRead}</legend>
        {allowed.map((one) => (
          <label class="pick" key={one}>
            <input type="radio" name="kind" checked={kind.value === one} onChange={() => (kind.value = one)} />
            <span>{p.privacy[one]}</span>
          </label>
        ))}
      </fieldset>
      <FolderField choice={folder} isTried={isTried.value} />
      <PeopleField label={p.chosenMembers} chosen={people} />
      {isOpen && announcesIn !== undefined && (
        <label class="pick">
          <input
            type="checkbox"
            checked={announces.value}
            onChange={(event) => (announces.value = event.currentTarget.checked)}
          />
          <span>{p.announce(announcesIn)}</span>
        </label>
      )}
      {isOpen && isAdministering() && (
        <label class="pick">
          <input
            type="checkbox"
            checked={isDefault.value}
            onChange={(event) => (isDefault.value = event.currentTarget.checked)}
          />
          <span>{p.isDefault}</span>
        </label>
      )}
    </CreationForm>
  )
}
