import { keyName } from '../parts/key-names.ts'
import { c } from '../texts/calls.ts'
import { CallControl } from './call-control.tsx'
import { problems, sending } from './call-state.ts'
import { leave } from './own-call.ts'
import { toggle } from './own-tracks.ts'

export const MicrophoneControl = () => {
  const isOn = sending.value.has('microphone')
  return (
    <CallControl
      icon={isOn ? 'microphone' : 'muted'}
      label={isOn ? c.mute : c.unmute}
      isOff={!isOn}
      isBlocked={problems.value.has('microphone')}
      shortcut="m"
      run={() => void toggle('microphone')}
    />
  )
}

export const LeaveButton = () => (
  <button
    type="button"
    class="leave-call"
    aria-keyshortcuts="Shift+L"
    title={`${c.leave} (${keyName('L')})`}
    onClick={() => void leave()}
  >
    {c.leave}
  </button>
)
