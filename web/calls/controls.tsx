import { openMenu } from '../parts/menu.tsx'
import { canModerateCall } from '../permissions/call-rights.ts'
import { c } from '../texts/calls.ts'
import { CallControl } from './call-control.tsx'
import { endForEveryone } from './call-requests.ts'
import { liveCall, otherSessions, ownSession, problems, sending } from './call-state.ts'
import { openDevices } from './device-dialog.tsx'
import { leave } from './own-call.ts'
import { LeaveButton, MicrophoneControl } from './own-controls.tsx'
import { canShareScreen } from './own-media.ts'
import { toggle, toggleHand, toggleScreen } from './own-tracks.ts'
import { moveToNextCorner } from './panel-place.ts'
import { isFull } from './panel-size.ts'
import { canShowBeside, showBeside } from './picture-in-picture.tsx'
import { keepPushToTalk, pushesToTalk } from './push-to-talk.ts'

export function Controls() {
  const has = sending.value
  const hasHandUp = typeof ownSession.value?.hand_at === 'number'
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset lays out its content differently
    <div class="call-controls" role="group" aria-label={c.controls}>
      <MicrophoneControl />
      <CallControl
        icon={has.has('camera') ? 'camera' : 'cameraOff'}
        label={has.has('camera') ? c.cameraOff : c.cameraOn}
        isOff={!has.has('camera')}
        isBlocked={problems.value.has('camera')}
        shortcut="v"
        run={() => void toggle('camera')}
      />
      {canShareScreen() && (
        <CallControl
          icon="screen"
          label={has.has('screen') ? c.stopSharing : c.shareScreen}
          isOn={has.has('screen')}
          shortcut="s"
          run={() => void toggleScreen()}
        />
      )}
      <CallControl
        icon="hand"
        label={hasHandUp ? c.lowerHand : c.raiseHand}
        isOn={hasHandUp}
        shortcut="h"
        run={() => void toggleHand()}
      />
      <CallControl icon="more" label={c.more} run={({ currentTarget }) => openMore(currentTarget)} />
      <LeaveButton />
    </div>
  )
}

function openMore(button: HTMLButtonElement): void {
  openMenu({
    label: () => c.more,
    items: () => {
      const call = liveCall.value
      if (!call) return undefined
      return [
        { key: 'devices', label: c.devices, run: openDevices },
        {
          key: 'talk',
          label: c.pushToTalk,
          isChecked: pushesToTalk.value,
          run: () => {
            keepPushToTalk(!pushesToTalk.peek())
            // Space talks from here at once
            if (pushesToTalk.peek()) button.closest<HTMLElement>('.call-panel')?.focus({ preventScroll: true })
          },
        },
        ...(canShowBeside() ? [{ key: 'beside', label: c.pictureInPicture, run: () => void showBeside() }] : []),
        ...(isFull.value ? [] : [{ key: 'move', label: c.movePanel, run: moveToNextCorner }]),
        ...(canModerateCall(call) && otherSessions.value.length > 0
          ? [
              {
                key: 'end',
                label: c.endForEveryone,
                begins: true,
                isDanger: true,
                run: () => void endForEveryone(),
              },
            ]
          : []),
      ]
    },
    place: () => {
      const { left, bottom } = button.getBoundingClientRect()
      return { x: left, y: bottom }
    },
    returnTo: () => button,
  })
}

/** What keys do while the call has the focus. */
export function shortcutOf(key: string): (() => Promise<void>) | undefined {
  if (key === 'm') return () => toggle('microphone')
  if (key === 'v') return () => toggle('camera')
  if (key === 's' && canShareScreen()) return toggleScreen
  if (key === 'h') return toggleHand
  return key === 'L' ? leave : undefined
}
