import { Setting, SettingGroup } from '../../controls/setting.tsx'
import { SettingButton } from '../../controls/setting-button.tsx'
import { notifies, permission, turnOff, turnOn } from '../../notifications/choice.ts'
import { play } from '../../notifications/sounds.ts'
import { board, isPushed } from '../../notifications/subscription.ts'
import { toast } from '../../parts/toast.ts'
import { n as notice } from '../../texts/notifications.ts'
import { n } from '../../texts/notifying.ts'
import { ownValues } from './own-values.ts'

function stateText(): string {
  const { states } = n
  const now = permission.value
  if (now === 'blocked' || now === 'insecure' || now === 'install' || now === 'unsupported') return states[now]
  if (!notifies.value) return states.off
  return isPushed.value ? states.pushed : states.on
}

async function showOne(): Promise<void> {
  const place = await board()
  await place?.showNotification(notice.testTitle, { body: notice.test, tag: 'loquat test', silent: true })
}

async function ring(): Promise<void> {
  if (!(await play(String(ownValues.peek()?.notification_sound ?? 'none')))) toast(n.openSound)
}

export function ThisBrowser() {
  const canChoose = permission.value === 'granted' || permission.value === 'ask'
  const isOn = notifies.value
  return (
    <SettingGroup title={n.title}>
      <Setting
        id="this_browser_notifies"
        label={n.label}
        help={
          <>
            <span role="status">{stateText()}</span>
            {isOn && isPushed.value === false && ` ${n.noPush}`}
          </>
        }
      >
        {canChoose && (
          <SettingButton run={() => (isOn ? turnOff() : turnOn())}>{isOn ? n.turnOff : n.turnOn}</SettingButton>
        )}
      </Setting>
      {isOn && (
        <Setting id="try_notification" label={n.tryNotification}>
          <SettingButton run={showOne}>{n.showTest}</SettingButton>
        </Setting>
      )}
      <Setting id="try_sound" label={n.trySound}>
        <SettingButton run={ring}>{n.playSound}</SettingButton>
      </Setting>
    </SettingGroup>
  )
}
