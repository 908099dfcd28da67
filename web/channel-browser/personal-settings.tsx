import type { PersonalProperty } from '../../src/features/channels/subscriptions/api.ts'
import { Colours } from '../conversation-menus/colours.tsx'
import { setPersonal } from '../conversation-menus/personal.ts'
import { channel } from '../store/channels.ts'
import { part } from '../store/connection.ts'
import { sendsMail } from '../store/sends-mail.ts'
import { p } from '../texts/places.ts'

const settings = part<Record<string, unknown>>('user_settings')

const notices = {
  desktop_notifications: 'enable_stream_desktop_notifications',
  audible_notifications: 'enable_stream_audible_notifications',
  push_notifications: 'enable_stream_push_notifications',
  email_notifications: 'enable_stream_email_notifications',
  wildcard_mentions_notify: 'wildcard_mentions_notify',
} as const
type Notice = keyof typeof notices
const usableNotices = () =>
  (Object.keys(notices) as Notice[]).filter((notice) => sendsMail() || notice !== 'email_notifications')

export function PersonalSettings({ channelId }: { channelId: number }) {
  const one = channel(channelId)
  if (!one) return null
  const box = (property: PersonalProperty, label: string, isOn: boolean, hint?: string) => (
    <label class="pick" key={property}>
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ currentTarget }) => void setPersonal(channelId, property, currentTarget.checked)}
      />
      <span>
        {label}
        {hint && <span class="soft small"> {hint}</span>}
      </span>
    </label>
  )
  return (
    <div class="about personal">
      <Colours channelId={channelId} />
      <fieldset>
        <legend>{p.inSidebar}</legend>
        {box('pin_to_top', p.pin, one.pin_to_top ?? false)}
        {box('is_muted', p.muteChannel, one.is_muted ?? false)}
      </fieldset>
      <fieldset disabled={one.is_muted}>
        <legend>{p.notifications}</legend>
        {one.is_muted && <p class="soft small">{p.mutedHelp}</p>}
        {usableNotices().map((property) => {
          const chosen = one[property]
          const usual = settings.value?.[notices[property]] === true
          return box(property, p.notices[property], chosen ?? usual, chosen === null ? p.asUsual : undefined)
        })}
      </fieldset>
    </div>
  )
}
