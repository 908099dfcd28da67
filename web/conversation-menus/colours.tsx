import './colours.css'
import { useSignal } from '@preact/signals'
import { openDialog } from '../parts/dialog.tsx'
import { channel } from '../store/channels.ts'
import { p } from '../texts/places.ts'
import { palette } from './palette.ts'
import { setPersonal } from './personal.ts'

/** Lets somebody choose the colour that a channel has for them. */
export function openColours(channelId: number): void {
  void openDialog({ title: p.colourOf(channel(channelId)?.name ?? '') }, () => (
    <div class="dialog-body">
      <Colours channelId={channelId} />
    </div>
  ))
}

/** Colours that stand well on both grounds, and any other. */
export function Colours({ channelId }: { channelId: number }) {
  const own = useSignal(channel(channelId)?.color ?? '#000000')
  const current = channel(channelId)?.color?.toLowerCase()
  const choose = (color: string) => void setPersonal(channelId, 'color', color)
  return (
    <>
      <fieldset class="colours">
        <legend>{p.colours}</legend>
        {palette.map(([color, name]) => (
          <button
            key={color}
            type="button"
            class="colour"
            style={{ '--colour': color }}
            aria-label={p.colourNames[name]}
            title={p.colourNames[name]}
            aria-pressed={current === color}
            onClick={() => choose(color)}
          />
        ))}
      </fieldset>
      <label class="own-colour">
        <span>{p.ownColour}</span>
        <input
          type="color"
          value={own.value}
          onInput={(event) => (own.value = event.currentTarget.value)}
          onChange={(event) => choose(event.currentTarget.value)}
        />
      </label>
    </>
  )
}
