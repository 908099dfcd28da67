import { useSignal } from '@preact/signals'
import { Fragment } from 'preact'
import { useEffect } from 'preact/hooks'
import { openDialog } from '../parts/dialog.tsx'
import { helpHref } from '../parts/help-href.ts'
import { c } from '../texts/calls.ts'
import {
  canChooseSpeaker,
  chosenDevice,
  connectedDevice,
  type DeviceKind,
  deviceKinds,
  devices,
  findDevices,
  followDevices,
} from './devices.ts'
import { capture, type MediaProblem } from './own-media.ts'
import { chooseDevice, type InputKind } from './own-tracks.ts'
import { keepPushToTalk, pushesToTalk } from './push-to-talk.ts'

/** Chooses devices before a call or in it. */
export const openDevices = (): void => void openDialog({ title: c.devices, class: 'call-devices' }, () => <Devices />)

function Devices() {
  useEffect(() => followDevices(() => {}), [])
  return (
    <div class="dialog-body">
      {deviceKinds.map(
        (kind) =>
          (kind !== 'speaker' || canChooseSpeaker()) && (
            <Fragment key={kind}>
              <DeviceField kind={kind} />
              {kind !== 'speaker' && <Access kind={kind} />}
            </Fragment>
          ),
      )}
      <label class="call-check">
        <input
          type="checkbox"
          checked={pushesToTalk.value}
          onChange={({ currentTarget }) => keepPushToTalk(currentTarget.checked)}
        />
        {c.pushToTalk}
      </label>
    </div>
  )
}

function DeviceField({ kind }: { kind: DeviceKind }) {
  const all = devices.value.filter((device) => device.kind === kind && device.id !== '')
  const isGone = chosenDevice(kind) !== undefined && connectedDevice(kind) === undefined && all.length > 0
  return (
    <label class="call-field">
      {c.deviceKinds[kind]}
      <select
        value={connectedDevice(kind) ?? ''}
        onChange={({ currentTarget }) => void chooseDevice(kind, currentTarget.value || undefined)}
      >
        <option value="">{c.defaultDevice}</option>
        {all.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
      {isGone && <span class="hint">{c.chosenIsGone}</span>}
    </label>
  )
}

/** Browsers name devices of a kind only after the user allowed the page to use one of them. */
function Access({ kind }: { kind: InputKind }) {
  const problem = useSignal<MediaProblem | undefined>(undefined)
  const isUnnamed =
    devices.value.length === 0 || devices.value.some((device) => device.kind === kind && device.id === '')
  const ask = async () => {
    problem.value = undefined
    await capture(kind).then(
      (track) => track.stop(),
      (reason: MediaProblem) => {
        problem.value = reason
      },
    )
    await findDevices()
  }
  if (problem.value)
    return (
      <p class="hint" role="alert">
        {c.problems[kind][problem.value]} <ProblemHelp />
      </p>
    )
  if (!isUnnamed) return null
  return (
    <p class="hint">
      {c.allowToSee[kind]}{' '}
      <button type="button" class="plain" onClick={() => void ask()}>
        {c.allow}
      </button>
    </p>
  )
}

export const ProblemHelp = () => (
  <a href={helpHref('calls', 'if-your-microphone-or-camera-doesn-t-work')} target="_blank" rel="noopener">
    {c.help}
  </a>
)
