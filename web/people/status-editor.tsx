import './people.css'
import { useSignal } from '@preact/signals'
import { maxStatusLength, updateOwnStatus } from '../../src/features/messages/user-status/api.ts'
import { Emoji } from '../emoji/emoji.tsx'
import { openEmojiList } from '../emoji/picker.tsx'
import type { ChosenEmoji } from '../emoji/reacting.ts'
import { timeFormat } from '../entities/time-format.ts'
import { openDialog } from '../parts/dialog.tsx'
import { useFirstFocus } from '../parts/first-focus.ts'
import { Form } from '../parts/form.tsx'
import { Icon } from '../parts/icon.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { h } from '../texts/people.ts'
import { api } from '../transport/api.ts'
import { clearStatus, ownStatus } from './status.ts'

const presets: readonly (readonly [words: string, name: string, code: string])[] = [
  [h.presets.busy, 'working_on_it', '1f6e0'],
  [h.presets.meeting, 'calendar', '1f4c5'],
  [h.presets.commuting, 'bus', '1f68c'],
  [h.presets.sick, 'hurt', '1f915'],
  [h.presets.vacation, 'palm_tree', '1f334'],
  [h.presets.remote, 'house', '1f3e0'],
  [h.presets.office, 'office', '1f3e2'],
]

const hourFormat = timeFormat({ dateStyle: 'medium', timeStyle: 'short' })

const later = (now: Date, hours: number) => new Date(now.getTime() + hours * 3_600_000)
const endOfDay = (now: Date, days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days + 1)
const ends: Readonly<Record<string, (now: Date) => Date>> = {
  hour: (now) => later(now, 1),
  fourHours: (now) => later(now, 4),
  day: (now) => endOfDay(now, 0),
  // until Sunday
  week: (now) => endOfDay(now, (7 - now.getDay()) % 7),
}

export function openStatusEditor(): void {
  void openDialog({ title: h.status }, (close) => <Editor close={close} />)
}

function Editor({ close }: { close: () => void }) {
  const { emoji_name, emoji_code, reaction_type, status_text, until: before } = ownStatus()
  const until = useSignal(before ? 'as it is' : 'cleared')
  const text = useSignal(status_text ?? '')
  const emoji = useSignal<ChosenEmoji | undefined>(
    emoji_name && emoji_code && reaction_type ? { emoji_name, emoji_code, reaction_type } : undefined,
  )
  const field = useFirstFocus<HTMLInputElement>()
  const isEmpty = text.value.trim() === '' && emoji.value === undefined
  const save = () => {
    if (isEmpty) return clearStatus()
    const sign = emoji.value ?? { emoji_name: '' }
    const end = ends[until.value]?.(new Date())
    const seconds = until.value === 'as it is' ? before : end && Math.floor(end.getTime() / 1000)
    return api.call(updateOwnStatus, {
      status_text: text.value.trim(),
      ...sign,
      ...(seconds ? { until: seconds } : {}),
    })
  }
  return (
    <Form submit={h.save} close={close} run={save}>
      <div class="status-line">
        <button
          type="button"
          class="icon-button"
          aria-label={h.chooseEmoji}
          title={h.chooseEmoji}
          aria-haspopup="dialog"
          onClick={({ currentTarget }) =>
            openEmojiList({
              box: currentTarget.getBoundingClientRect(),
              returnTo: () => field.current,
              choose: (one) => {
                emoji.value = one
              },
              isOwn: ({ emoji_code }) => emoji_code === emoji.value?.emoji_code,
            })
          }
        >
          {emoji.value ? <Emoji emoji={emoji.value} /> : <Icon name="smile" size={18} />}
        </button>
        <input
          ref={field}
          type="text"
          dir="auto"
          aria-label={h.statusText}
          placeholder={h.statusText}
          maxLength={maxStatusLength}
          value={text.value}
          onInput={(event) => (text.value = event.currentTarget.value)}
        />
        {emoji.value && (
          <IconButton
            label={h.withoutEmoji}
            run={() => {
              emoji.value = undefined
            }}
          >
            <Icon name="close" size={14} />
          </IconButton>
        )}
      </div>
      <label class="field">
        <span class="label">{h.until}</span>
        <select value={until.value} onChange={({ currentTarget: { value } }) => (until.value = value)}>
          {before && <option value="as it is">{hourFormat.format(new Date(before * 1000))}</option>}
          <option value="cleared">{h.untilCleared}</option>
          <option value="hour">{h.inAnHour}</option>
          <option value="fourHours">{h.inFourHours}</option>
          <option value="day">{h.endOfDay}</option>
          <option value="week">{h.endOfWeek}</option>
        </select>
      </label>
      <fieldset>
        <legend>{h.usual}</legend>
        <div class="presets">
          {presets.map(([words, emoji_name, emoji_code]) => (
            <button
              key={words}
              type="button"
              class="button"
              onClick={() => {
                text.value = words
                emoji.value = { emoji_name, emoji_code, reaction_type: 'unicode_emoji' }
              }}
            >
              <Emoji emoji={{ emoji_name, emoji_code, reaction_type: 'unicode_emoji' }} /> {words}
            </button>
          ))}
        </div>
      </fieldset>
    </Form>
  )
}
