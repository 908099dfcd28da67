import './choice.css'
import { useEffect, useRef } from 'preact/hooks'
import { channel } from '../store/channels.ts'
import type { Choice } from './choice.ts'
import { LateAvatar } from './late-avatar.tsx'
import { ChannelIcon } from './place.tsx'

const Mark = ({ mark }: { mark: Choice['mark'] }) => {
  if (!mark) return null
  if ('person' in mark) return <LateAvatar userId={mark.person} size={20} />
  if ('channel' in mark)
    return (
      <span class="channel-mark" style={{ '--channel': channel(mark.channel)?.color ?? 'var(--soft)' }}>
        <ChannelIcon id={mark.channel} />
      </span>
    )
  if ('picture' in mark) return <img class="emoji" src={mark.picture} alt="" />
  return (
    <span class="sign" aria-hidden="true">
      {mark.sign}
    </span>
  )
}

interface Props {
  readonly id: string
  readonly choice: Pick<Choice, 'mark' | 'label' | 'detail'>
  readonly isActive: boolean
  /** `isBeside` is set with the modifier keys that open a new tab. */
  readonly onTake: (isBeside: boolean) => void
}

export const ChoiceRow = ({ id, choice, isActive, onTake }: Props) => {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus and names the active option
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
    <div
      class="choice"
      role="option"
      id={id}
      ref={row}
      aria-selected={isActive}
      onMouseDown={(event) => event.preventDefault()}
      onClick={({ ctrlKey, metaKey }) => onTake(ctrlKey || metaKey)}
      onAuxClick={({ button }) => button === 1 && onTake(true)}
    >
      <Mark mark={choice.mark} />
      <span class="label" dir="auto">
        {choice.label}
      </span>
      {choice.detail && (
        <span class="detail" dir="auto">
          {choice.detail}
        </span>
      )}
    </div>
  )
}
