import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { reasonOf } from '../parts/refusal.ts'
import { s } from '../texts/settings.ts'
import { openCrop } from './crop-dialog.tsx'
import { useField } from './setting.tsx'
import { SettingButton } from './setting-button.tsx'

interface Props {
  readonly children: ComponentChildren
  /** Width by height. */
  readonly aspect: number
  /** Width of the uploaded picture, in pixels. */
  readonly width: number
  readonly upload: (file: File) => Promise<unknown>
  readonly remove?: (() => Promise<unknown>) | undefined
}

/** A picture that is cropped and scaled in the browser before upload. Animated ones are uploaded unchanged. */
export function PictureField({ children, aspect, width, upload, remove }: Props) {
  const field = useField()
  const input = useRef<HTMLInputElement>(null)
  const problem = useSignal('')
  const isBusy = useSignal(false)
  const tried = async (act: () => Promise<unknown>) => {
    problem.value = ''
    isBusy.value = true
    try {
      await act()
    } catch (refusal) {
      problem.value = reasonOf(refusal)
    }
    isBusy.value = false
  }
  const choose = async (file: File) => {
    if (file.type === 'image/gif') return tried(() => upload(file))
    const picture = await createImageBitmap(file).catch(() => undefined)
    problem.value = picture ? '' : s.noPicture
    const type = file.type === 'image/jpeg' ? 'image/jpeg' : 'image/png'
    const name = `${file.name.replace(/\.\w+$/, '')}.${type === 'image/jpeg' ? 'jpg' : 'png'}`
    if (picture) openCrop({ picture, aspect, width, name, type, use: upload })
  }
  return (
    <>
      <span class="picture-field">
        {children}
        <SettingButton isDisabled={isBusy.value} run={() => input.current?.click()}>
          {s.choosePicture}
        </SettingButton>
        {remove && (
          <button
            type="button"
            class="button quiet"
            disabled={field.isLocked || isBusy.value}
            onClick={() => void tried(remove)}
          >
            {s.removePicture}
          </button>
        )}
      </span>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/gif,image/webp"
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          currentTarget.value = ''
          if (file) void choose(file)
        }}
      />
      {isBusy.value && <span role="status">{s.saving}</span>}
      {problem.value !== '' && (
        <p class="setting-problem" role="alert">
          {problem.value}
        </p>
      )}
    </>
  )
}
